/** What the operator is changing and has not saved: one schedule, by dragging, by keys or in the form. */
import { create } from 'zustand'
import type { Rendition } from '../../../service/contract/rendition.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'

/** What can be changed of one that is registered. */
type Changeable = Pick<ScheduleView, 'name' | 'startsAt' | 'endsAt'>

export interface Draft {
  /** Null for one that is not registered yet. */
  readonly scheduleId: string | null
  readonly name: string
  /** Milliseconds since 1970. */
  readonly startsAt: number
  readonly endsAt: number
  /** Fixed once registered. */
  readonly renditions: readonly Rendition[]
  /** What was registered when the change began; null for a new one. */
  readonly base: Changeable | null
}

interface DraftStore {
  /** Null while nothing is changed. */
  readonly draft: Draft | null
  /** True while it is being saved: the schedule that it becomes is then not in its way. */
  readonly sending: boolean
  /** True while a field holds a time that cannot be read: those of the draft then hold for nothing. */
  readonly unread: boolean
  readonly set: (draft: Draft | null) => void
  readonly send: (sending: boolean) => void
  readonly leaveUnread: (unread: boolean) => void
  /** Changes some members of what is there. */
  readonly change: (members: Partial<Omit<Draft, 'scheduleId'>>) => void
}

/** Pure. */
export const differ = (a: Changeable, b: Changeable): boolean =>
  a.name !== b.name || a.startsAt !== b.startsAt || a.endsAt !== b.endsAt

/** True where the operator changed it: of a new one, where it has a name. Pure. */
export const isWritten = (draft: Draft): boolean =>
  draft.base === null ? draft.name.trim() !== '' : differ(draft, draft.base)

/** Both the grid and the form show and change it; so a drag is seen in the form as it goes. */
export const useDraft = create<DraftStore>()((set) => ({
  draft: null,
  sending: false,
  unread: false,
  set: (draft) => set({ draft }),
  send: (sending) => set({ sending }),
  leaveUnread: (unread) => set({ unread }),
  change: (members) => set(({ draft }) => ({ draft: draft && { ...draft, ...members } })),
}))

/** True where another one is changed and not saved: it is not given up by moving this one. */
export function holdsAnother(scheduleId: string | null): boolean {
  const { draft } = useDraft.getState()
  return draft !== null && draft.scheduleId !== scheduleId && isWritten(draft)
}

/** A registered schedule as a draft of itself. */
export const draftOf = ({ scheduleId, name, startsAt, endsAt, renditions }: ScheduleView): Draft => ({
  ...{ scheduleId, name, startsAt, endsAt, renditions },
  base: { name, startsAt, endsAt },
})
