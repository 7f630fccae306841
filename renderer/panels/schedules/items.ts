/** What the grid draws: the schedules, with the draft in the place of the one that it changes. Pure. */
import type { ScheduleView } from '../../../service/contract/console-schedules.ts'
import type { Item } from './Block.tsx'
import type { Draft } from './draft.ts'
import { onAirSinceOf, stateOf, type OnAir } from './schedule-state.ts'
import type { Refusal } from './use-refusal.ts'

interface Given {
  readonly schedules: readonly ScheduleView[]
  readonly draft: Draft | null
  readonly refusal: Refusal | null
  readonly onAir: OnAir
  /** Milliseconds since 1970. */
  readonly now: number
  readonly may: boolean
  readonly openId: string | undefined
}

/** By start, so that Tab goes through them in the order of time. */
export function itemsOf({ schedules, draft, refusal, onAir, now, may, openId }: Given): readonly Item[] {
  const hit = new Set(refusal?.clashes.map(({ other }) => other.scheduleId))
  const clashes = refusal?.clashes ?? []
  const items = schedules.map((schedule): Item => {
    const { scheduleId: id } = schedule
    const changed = draft?.scheduleId === id ? draft : null
    const { name, startsAt, endsAt } = changed ?? schedule
    const onAirSince = onAirSinceOf(schedule, onAir)
    return {
      ...{ id, name, startsAt, endsAt, onAirSince },
      state: stateOf(schedule, onAirSince, now),
      clashes: changed === null ? [] : clashes,
      hit: hit.has(id),
      selected: id === openId,
      // What has begun stays where it began; its end can still be set.
      movable: may && schedule.startsAt > now,
      resizable: may && schedule.endsAt > now,
    }
  })
  if (draft?.scheduleId === null) {
    const { name, startsAt, endsAt } = draft
    items.push({
      ...{ id: 'new', name, startsAt, endsAt, clashes },
      ...{ state: 'draft', onAirSince: null, hit: false, selected: true, movable: may, resizable: may },
    })
  }
  return items.sort((a, b) => a.startsAt - b.startsAt)
}
