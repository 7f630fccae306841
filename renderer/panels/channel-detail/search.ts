/** What the page of a channel shows, as it stands in its address. Pure. */
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

export const VIEWS = ['health', 'access', 'connections', 'preview', 'events'] as const
/** How much of the past the graphs show: minutes, or the whole session. */
export const SPANS = ['1', '30', 'session'] as const

export interface ChannelSearch {
  /** The overview where it is left out. */
  readonly view?: (typeof VIEWS)[number]
  /** 5 minutes where it is left out. */
  readonly span?: (typeof SPANS)[number]
  /** The finding that is shown in the graphs, as `findingKey` names it. */
  readonly finding?: string
  /** The session whose events are shown; the newest where it is left out. */
  readonly session?: string
}

/** Reads an address; what is unknown or empty is left out. */
export function readSearch(address: Address): ChannelSearch {
  const view = oneOf(address, 'view', VIEWS)
  // The router reads digits as a number.
  const span = oneOf({ span: String(address['span']) }, 'span', SPANS)
  return {
    ...(view === undefined ? {} : { view }),
    ...(span === undefined ? {} : { span }),
    ...textsOf(address, ['finding', 'session']),
  }
}
