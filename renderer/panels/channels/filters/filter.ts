/** Which channels the list shows. Pure. */
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { DAY_MS } from '../../../time.ts'
import { oneOf, textsOf, type Address } from '../../../ui/address.ts'
import { drawState } from '../../../channel/state.ts'

/** The filters that everybody has, beside the one for all. */
export const GIVEN = ['on-air', 'attention', 'today'] as const
export type Given = (typeof GIVEN)[number]

export const MADE_VIA = ['console', 'api', 'schedule'] as const satisfies readonly ChannelView['madeVia'][]
/** For how many days a channel has been idle, at least. */
export const IDLE_DAYS = ['1', '7', '30'] as const

export interface ChannelFilter {
  /** Words, each of which is in what is said of a channel. */
  readonly q?: string
  readonly show?: Given
  readonly via?: ChannelView['madeVia']
  readonly idle?: (typeof IDLE_DAYS)[number]
}

/** The filter in an address or in what was kept; what is not known is left out. */
export function readFilter(address: Address): ChannelFilter {
  const show = oneOf(address, 'show', GIVEN)
  const via = oneOf(address, 'via', MADE_VIA)
  const idle = IDLE_DAYS.find((days) => days === String(address['idle']))
  return { ...textsOf(address, ['q']), ...(show && { show }), ...(via && { via }), ...(idle && { idle }) }
}

/** True where nothing is left out. */
export const isAll = ({ q = '', show, via, idle }: ChannelFilter): boolean =>
  q.trim() === '' && show === undefined && via === undefined && idle === undefined

export const isSame = (a: ChannelFilter, b: ChannelFilter): boolean =>
  (a.q ?? '').trim() === (b.q ?? '').trim() && a.show === b.show && a.via === b.via && a.idle === b.idle

/** What a filter asks besides the channel itself. */
export interface Known {
  /** What its words are looked for in, in lower case. */
  readonly textOf: (channel: ChannelView) => string
  /** Channels of schedules that have some of today. */
  readonly today: ReadonlySet<string>
  /** Engine time, milliseconds since 1970. */
  readonly now: number
}

const SHOWS: Readonly<Record<Given, (channel: ChannelView, known: Known) => boolean>> = {
  'on-air': ({ onAirSince }) => onAirSince !== null,
  attention: (channel, { now }) => drawState(channel, now, true).severity <= 1,
  today: ({ channelId }, { today }) => today.has(channelId),
}

/** Tells of channels whether a filter shows them. */
export function matcher(filter: ChannelFilter, known: Known): (channel: ChannelView) => boolean {
  const { q = '', show, via, idle } = filter
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (channel) =>
    (show === undefined || SHOWS[show](channel, known)) &&
    (via === undefined || channel.madeVia === via) &&
    (idle === undefined || isIdle(channel, known.now - Number(idle) * DAY_MS)) &&
    words.every((word) => known.textOf(channel).includes(word))
}

const isIdle = ({ state, stateSince }: ChannelView, since: number): boolean =>
  state === 'idle' && stateSince <= since
