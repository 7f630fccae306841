import { LiveError } from '../../../contract/errors.ts'

/** What X-Sfu-Target names: `<Prefix>_<yyyymmdd>.<Operation>`. */
export interface Target {
  readonly prefix: 'Service' | 'Sfu'
  readonly version: string
  readonly operation: string
}

/** @throws LiveError `MissingHeaderName`, `MissingService` or `InvalidTarget` */
export function parseTarget(header: string | undefined): Target {
  if (header === undefined) throw new LiveError('MissingHeaderName')
  const [, prefix, version, operation] = /^([A-Za-z]+)_(\d{8})\.([A-Za-z]+)$/.exec(header) ?? []
  if (prefix === undefined || version === undefined || operation === undefined) {
    throw new LiveError('MissingService')
  }
  if (prefix !== 'Service' && prefix !== 'Sfu') throw new LiveError('InvalidTarget')
  return { prefix, version, operation }
}
