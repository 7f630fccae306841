import type { ChannelView } from '../../../service/contract/console/channel-view.ts'

/** Refusals: an encoder knocked, but nothing was broadcast. */
const REFUSALS: ReadonlySet<string> = new Set([
  'denied',
  'handshake-timeout',
  'protocol-error',
  'unknown-channel',
  'unsupported-codec',
])

/** False until viewers could see the channel once: then the page guides to the first picture. */
export function hadSignal(channel: ChannelView): boolean {
  if (channel.onAirSince !== null) return true
  if (['playable', 'starving', 'no-signal', 'reconnecting', 'ended'].includes(channel.state)) return true
  return channel.lastClose !== null && !REFUSALS.has(channel.lastClose.reason)
}

/** How far the first picture is; each step is done, now or later. */
export type Step = 'done' | 'now' | 'later'

export function steps(channel: ChannelView): { address: Step; sending: Step; segment: Step } {
  switch (channel.state) {
    case 'authorising':
      return { address: 'done', sending: 'now', segment: 'later' }
    case 'receiving':
    case 'packaging':
      return { address: 'done', sending: 'done', segment: 'now' }
    default:
      return { address: 'now', sending: 'later', segment: 'later' }
  }
}
