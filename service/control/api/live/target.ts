import { refusal } from '../../../contract/refusal/refusal.ts'

/** What X-Sfu-Target names: `<Prefix>_<yyyymmdd>.<Operation>`. */
export interface Target {
  readonly prefix: 'Service' | 'Sfu'
  readonly version: string
  readonly operation: string
}

/** @throws Refusal `NO_TARGET`, `MALFORMED_TARGET` or `UNKNOWN_PREFIX` */
export function parseTarget(header: string | undefined): Target {
  if (header === undefined) throw refusal('NO_TARGET')
  const parts = /^([A-Za-z]+)_(\d{8})\.([A-Za-z]+)$/.exec(header)
  if (!parts) throw refusal('MALFORMED_TARGET')
  const [, prefix, version = '', operation = ''] = parts
  if (prefix !== 'Service' && prefix !== 'Sfu') throw refusal('UNKNOWN_PREFIX')
  return { prefix, version, operation }
}
