/**
 * Dragging on the grid by mouse or pen: a block to another place, its lower edge, or a new one out of nothing.
 * It changes the draft only. Captured from the first movement on, so that a click stays a click.
 */
import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Draft } from './draft.ts'
import { useDraft } from './draft.ts'
import { atMinutes, endingAt, movedBy, snapped, STEP_MS, type Day } from './layout.ts'

/** Movement that makes a press a drag, CSS pixels. */
const THRESHOLD = 4

export type Grip = 'move' | 'end' | 'new'

interface Drag {
  readonly grip: Grip
  /** What is dragged, as it was. */
  readonly base: Draft
  /** What was not saved before. */
  readonly before: Draft | null
  /** Where it was taken, milliseconds since 1970. */
  readonly from: number
  readonly x: number
  readonly y: number
}

interface Options {
  readonly body: RefObject<HTMLElement | null>
  readonly days: readonly Day[]
  /** What there is to drag at a press; null where nothing may be dragged. @param at milliseconds since 1970 */
  readonly take: (target: Element, at: number) => { readonly grip: Grip; readonly base: Draft } | null
  readonly drop: (draft: Draft) => void
}

export function useDrag({ body, days, take, drop }: Options) {
  const { set } = useDraft.getState()
  const drag = useRef<Drag | null>(null)
  const [dragging, setDragging] = useState(false)

  const momentAt = ({ clientX, clientY }: PointerEvent): number | null => {
    const box = body.current?.getBoundingClientRect()
    if (box === undefined) return null
    const column = Math.floor(((clientX - box.left) / box.width) * days.length)
    const day = days[Math.min(Math.max(column, 0), days.length - 1)]
    const part = Math.min(Math.max((clientY - box.top) / box.height, 0), 1)
    return day === undefined ? null : atMinutes(day, part * 1440)
  }
  const end = () => {
    drag.current = null
    setDragging(false)
  }
  return {
    dragging,
    /** Ends it; the draft stays as it is. */
    end,
    /** Ends it; all is as it was. @returns false where nothing was dragged */
    cancel: (): boolean => {
      if (drag.current === null || !dragging) return false
      set(drag.current.before)
      end()
      return true
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const from = momentAt(event)
        if (event.button !== 0 || event.pointerType === 'touch' || from === null) return
        const taken = event.target instanceof Element ? take(event.target, from) : null
        if (taken === null) return
        const before = useDraft.getState().draft
        drag.current = { ...taken, before, from, x: event.clientX, y: event.clientY }
      },
      onPointerMove: (event: PointerEvent) => {
        const current = drag.current
        const at = momentAt(event)
        if (current === null || at === null) return
        if (!dragging) {
          if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < THRESHOLD) return
          body.current?.setPointerCapture(event.pointerId)
          setDragging(true)
        }
        set(dragged(current, at))
      },
      onPointerUp: () => {
        const { draft } = useDraft.getState()
        const dropped = dragging
        end()
        if (dropped && draft !== null) drop(draft)
      },
      onLostPointerCapture: end,
    },
  }
}

function dragged({ grip, base, from }: Drag, at: number): Draft {
  if (grip === 'end') return endingAt(base, snapped(at))
  if (grip === 'move') return movedBy(base, snapped(base.startsAt + at - from) - base.startsAt)
  const [anchor, here] = [base.startsAt, snapped(at)]
  return { ...base, startsAt: Math.min(anchor, here), endsAt: Math.max(here, anchor + STEP_MS) }
}
