/** From when to when a log is shown, as it stands in its address. Pure. */
import { oneOf, type Address } from '../ui/address.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

export const LASTS = ['1h', '24h', '7d'] as const
export type Last = (typeof LASTS)[number]

const LENGTHS: Readonly<Record<Last, number>> = { '1h': HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS }

/** The last hours, which go on; or from one moment to another, milliseconds since 1970. */
export interface Times {
  readonly last?: Last
  readonly from?: number
  readonly to?: number
}

/** Reads an address; what is unknown is left out. */
export function readTimes(address: Address): Times {
  const last = oneOf(address, 'last', LASTS)
  if (last !== undefined) return { last }
  const [from, to] = [momentOf(address['from']), momentOf(address['to'])]
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function momentOf(value: unknown): number | undefined {
  const at = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? at : undefined
}

/** A filter as the engine takes it. @param now milliseconds since 1970 */
export function withMoments<Filter extends Times>(
  filter: Filter,
  now: number,
): Omit<Filter, 'last'> & Pick<Times, 'from' | 'to'> {
  const { last, ...rest } = filter
  return last === undefined ? rest : { ...rest, from: now - LENGTHS[last] }
}
