/** What is known of a schedule that nobody started, and what can be done about it. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { overlaps, type Period } from '../../schedule/conflict.ts'
import { canBeSent } from '../../zone-time.ts'
import { MINUTE_MS } from '../../time.ts'

/** Why viewers see nothing. */
export type Cause = 'channelGone' | 'coming' | 'nothingSent'

/** Something arrives: viewers get it with the first segment. */
const COMING: ReadonlySet<ChannelView['state']> = new Set(['receiving', 'packaging', 'playable'])

/** @param channel null where it was deleted */
export function causeOf(channel: Pick<ChannelView, 'state'> | null): Cause {
  if (channel === null) return 'channelGone'
  return COMING.has(channel.state) ? 'coming' : 'nothingSent'
}

const SLOT_MS = 5 * MINUTE_MS

/**
 * The first start, on a full five minutes and a minute ahead or more, from which the schedule is in the way of none
 * of the others; null where the others begin too soon.
 * @param zone of the system @returns milliseconds since 1970
 */
export function nextSlot({ startsAt, endsAt }: Period, others: readonly Period[], now: number, zone: string) {
  // Clocks of every zone show full five minutes at the same moments.
  const at = Math.ceil((now + MINUTE_MS) / SLOT_MS) * SLOT_MS
  const slot = { startsAt: at, endsAt: at + endsAt - startsAt }
  const isFree = overlaps(slot, others).length === 0
  return isFree && canBeSent(slot.startsAt, zone) && canBeSent(slot.endsAt, zone) ? slot : null
}

/** Why something cannot be done; a text each. */
export type Hindrance = 'mayNotDeliver' | 'mayNotSchedule' | 'studioBusy' | 'noSlot'

interface Situation {
  /** May go on air. */
  readonly operates: boolean
  /** May change schedules. */
  readonly schedules: boolean
  /** The studio of this window sends to another channel. */
  readonly isStudioBusy: boolean
  readonly hasSlot: boolean
}

/** What stands in the way of each remedy; null where nothing does. */
export interface Hindrances {
  readonly goLive: Hindrance | null
  readonly testPicture: Hindrance | null
  readonly move: Hindrance | null
}

export const hindrances = ({ operates, schedules, isStudioBusy, hasSlot }: Situation): Hindrances => ({
  goLive: operates ? null : 'mayNotDeliver',
  testPicture: operates ? (isStudioBusy ? 'studioBusy' : null) : 'mayNotDeliver',
  move: schedules ? (hasSlot ? null : 'noSlot') : 'mayNotSchedule',
})
