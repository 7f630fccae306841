/** Whom the draft is in the way of, where it could go instead, and the keys for it. */
import { useEffect } from 'react'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { isTyping } from '../../ui/enter.ts'
import { nextFree, overlaps, type Overlap } from '../../schedule/conflict.ts'
import { useDraft, type Draft } from './draft.ts'

export interface Refusal {
  readonly draft: Draft
  /** The registered one; null for a new one. */
  readonly original: ScheduleView | null
  readonly clashes: readonly Overlap<ScheduleView>[]
  /** The first free start after it, milliseconds since 1970. */
  readonly freeAt: number
}

/** Null where the draft is in nobody's way. */
export function refusalOf(draft: Draft | null, schedules: readonly ScheduleView[]): Refusal | null {
  if (draft === null) return null
  const others = schedules.filter(({ scheduleId }) => scheduleId !== draft.scheduleId)
  const clashes = overlaps(draft, others)
  if (clashes.length === 0) return null
  const original = schedules.find(({ scheduleId }) => scheduleId === draft.scheduleId) ?? null
  return { draft, original, clashes, freeAt: nextFree(draft, others).startsAt }
}

/** F moves the draft to the next free slot, Esc puts it back; outside of fields and dialogs. */
export function useRefusalKeys(refusal: Refusal | null, putBack: () => void, moved: () => void): void {
  useEffect(() => {
    if (refusal === null) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      if (event.key === 'Escape') putBack()
      else if (event.key.toLowerCase() === 'f') {
        const { startsAt, endsAt } = refusal.draft
        useDraft.getState().change({ startsAt: refusal.freeAt, endsAt: refusal.freeAt + endsAt - startsAt })
        moved()
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [refusal, putBack, moved])
}
