/** What the room shows, as it stands in its address. Pure. */
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

export interface Search {
  /** The wall of all channels on air; one channel's player without it. */
  readonly view?: 'wall'
  /** The channel that the operator chose; the room picks one itself without it. */
  readonly channel?: string
}

export function readSearch(address: Address): Search {
  const view = oneOf(address, 'view', ['wall'] as const)
  return { ...(view === undefined ? {} : { view }), ...textsOf(address, ['channel']) }
}
