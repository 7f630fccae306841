/** The address of the form of a new channel. Pure. */
import { textsOf } from '../../ui/address.ts'
import { CHANNEL_KINDS, type ChannelKind } from './channel-kind.ts'

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
