/** The addresses of the list of channels and of the form of a new one. Pure. */
import { oneOf, textsOf } from '../../ui/address.ts'
import { CHANNEL_KINDS, type ChannelKind } from '../../channel/channel-kind.ts'
import { readFilter, type ChannelFilter } from './filters/filter.ts'
import { SORTS, type Sort, type SortColumn } from './sort.ts'

export interface ChannelsSearch extends ChannelFilter {
  readonly by?: SortColumn
  /** True where the order is turned round. */
  readonly down?: boolean
}

export function readChannelsSearch(address: Record<string, unknown>): ChannelsSearch {
  const by = oneOf(address, 'by', SORTS)
  const down = by !== undefined && address['down'] === true
  return { ...readFilter(address), ...(by && { by }), ...(down && { down }) }
}

export const sortOf = ({ by, down = false }: ChannelsSearch): Sort | null =>
  by === undefined ? null : { by, descending: down }

export interface NewChannelSearch {
  readonly kind?: ChannelKind
  /** True for the form as it was left, to make a destination. */
  readonly draft?: boolean
  /** Id of the destination that was made. */
  readonly destination?: string
  /** Addresses of webhooks to begin with. */
  readonly authWebhook?: string
  readonly eventWebhook?: string
}

export function readNewChannelSearch({
  kind,
  draft,
  destination,
  ...address
}: Record<string, unknown>): NewChannelSearch {
  const known = CHANNEL_KINDS.find((k) => k === kind)
  return {
    ...(known === undefined ? {} : { kind: known }),
    ...(draft === true ? { draft } : {}),
    ...(typeof destination === 'string' && destination !== '' ? { destination } : {}),
    ...textsOf(address, ['authWebhook', 'eventWebhook']),
  }
}
