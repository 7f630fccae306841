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
  const [, prefix, version, operation] = /^([A-Za-z]+)_(\d{8})\.([A-Za-z]+)$/.exec(header) ?? []
  if (prefix === undefined || version === undefined || operation === undefined) {
    throw refusal('MALFORMED_TARGET')
  }
  if (prefix !== 'Service' && prefix !== 'Sfu') throw refusal('UNKNOWN_PREFIX')
  return { prefix, version, operation }
}
