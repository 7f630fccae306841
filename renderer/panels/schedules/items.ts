/** What the grid draws: the schedules, with the draft in the place of the one that it changes. Pure. */
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { Item } from './Block.tsx'
import type { Period } from '../../schedule/conflict.ts'
import type { Draft } from './draft.ts'
import { gripsOf, onAirSinceOf, stateOf, type OnAir } from './schedule-state.ts'
import type { Refusal } from './use-refusal.ts'

interface Given {
  readonly schedules: readonly ScheduleView[]
  readonly draft: Draft | null
  /** True while the draft is being saved. */
  readonly sending: boolean
  /** True while the times of the draft hold for nothing. */
  readonly unread: boolean
  readonly refusal: Refusal | null
  readonly onAir: OnAir
  /** Milliseconds since 1970. */
  readonly now: number
  readonly canChange: boolean
  readonly openId: string | undefined
}

const NO_GRIPS = { movable: false, resizable: false }

const coveredBy = (shared: Period | undefined, startsAt: number) =>
  shared?.startsAt === startsAt ? shared.endsAt - startsAt : 0

/** By start, so that Tab goes through them in the order of time. */
export function itemsOf({
  schedules,
  draft,
  sending,
  unread,
  refusal,
  onAir,
  now,
  canChange,
  openId,
}: Given): readonly Item[] {
  const clashes = refusal?.clashes ?? []
  const items = schedules.map((schedule): Item => {
    const { scheduleId: id } = schedule
    const changed = draft?.scheduleId === id ? draft : null
    const { name, startsAt, endsAt } = changed ?? schedule
    const shared = clashes.find(({ other }) => other.scheduleId === id)?.shared
    const onAirSince = onAirSinceOf(schedule, onAir)
    return {
      ...{ id, name, startsAt, endsAt, onAirSince },
      state: stateOf(schedule, onAirSince, now),
      unread: changed !== null && unread,
      clashes: changed === null ? [] : clashes,
      ...{ hit: shared !== undefined, covered: coveredBy(shared, startsAt) },
      selected: id === openId,
      ...(canChange ? gripsOf(schedule, now) : NO_GRIPS),
    }
  })
  // One that begins at the same time is the one that it became: no two share any time.
  const arrived = sending && schedules.some(({ startsAt }) => startsAt === draft?.startsAt)
  if (draft?.scheduleId === null && !arrived) {
    const { name, startsAt, endsAt } = draft
    items.push({
      ...{ id: 'new', name, startsAt, endsAt, clashes, unread },
      ...{ state: 'draft', onAirSince: null, hit: false, covered: 0, selected: true },
      ...(canChange ? gripsOf(null, now) : NO_GRIPS),
    })
  }
  return items.sort((a, b) => a.startsAt - b.startsAt)
}
