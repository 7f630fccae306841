import type { ChannelView } from '../../../service/contract/console/channel-view.ts'

/** Refusals: an encoder knocked, but nothing was broadcast. */
const REFUSALS: ReadonlySet<string> = new Set([
  'denied',
  'handshake-timeout',
  'key-missing',
  'key-wrong',
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

/** What has come of an encoder before the first signal. */
type Arrival = 'nothing' | 'refused' | 'knocking' | 'sending'

/** All that the page says of it comes from here: who was refused has reached the address, also minutes ago. */
export function arrival({ state, lastClose }: Pick<ChannelView, 'state' | 'lastClose'>): Arrival {
  if (state === 'authorising') return 'knocking'
  if (state === 'receiving' || state === 'packaging') return 'sending'
  return lastClose !== null && REFUSALS.has(lastClose.reason) ? 'refused' : 'nothing'
}

/** How far the first picture is; each step is done, now or later. */
export type Step = 'done' | 'now' | 'later'

const AT_ADDRESS = { address: 'now', sending: 'later', segment: 'later' } as const
export const STEPS: Readonly<Record<Arrival, { address: Step; sending: Step; segment: Step }>> = {
  nothing: AT_ADDRESS,
  refused: AT_ADDRESS,
  knocking: { address: 'done', sending: 'now', segment: 'later' },
  sending: { address: 'done', sending: 'done', segment: 'now' },
}
