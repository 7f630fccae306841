/** The changes that wait to be saved, and how saving went: kept while the operator looks at other rooms. */
import { create } from 'zustand'
import type { PermissionKey } from '../../../service/contract/console/users.ts'
import type { User } from '../../api/users.ts'
import { rebased, toggled, undone, without, type Edits } from './edits.ts'

/** How saving the changes of one user went. */
export type Outcome =
  | { readonly kind: 'saved' }
  /** Somebody else changed these meanwhile; nothing was sent. */
  | { readonly kind: 'stale'; readonly keys: readonly PermissionKey[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: unknown }

interface EditStore {
  /** Whose changes these are. */
  readonly owner: number | null
  readonly edits: Edits
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly saving: boolean
  readonly toggle: (user: User, key: PermissionKey) => void
  readonly undo: () => void
  readonly discard: () => void
  readonly drop: (userId: number) => void
  /** Puts the changes of a user on top of what the service has now. */
  readonly rebase: (fresh: User) => void
  readonly setSaving: (saving: boolean) => void
  readonly settle: (userId: number, outcome: Outcome) => void
  /** Forgets the changes of somebody else who was signed in in this window. */
  readonly claim: (owner: number) => void
}

const NOTHING = { edits: [], outcomes: new Map<number, Outcome>() }

export const useEdits = create<EditStore>()((set) => {
  /** An outcome stands until that user is changed again; a success, until any user is. */
  const change = (userId: number, next: (edits: Edits) => Edits) =>
    set(({ edits, outcomes }) => ({
      edits: next(edits),
      outcomes: new Map([...outcomes].filter(([id, { kind }]) => id !== userId && kind !== 'saved')),
    }))
  return {
    owner: null,
    ...NOTHING,
    saving: false,
    toggle: (user, key) => change(user.userId, (edits) => toggled(edits, user, key)),
    undo: () => set(({ edits }) => ({ edits: undone(edits) })),
    discard: () => set(NOTHING),
    drop: (userId) => change(userId, (edits) => without(edits, userId)),
    rebase: (fresh) => change(fresh.userId, (edits) => rebased(edits, fresh)),
    setSaving: (saving) => set(saving ? { saving, outcomes: new Map() } : { saving }),
    settle: (userId, outcome) =>
      set(({ edits, outcomes }) => ({
        edits: outcome.kind === 'saved' || outcome.kind === 'gone' ? without(edits, userId) : edits,
        outcomes: new Map([...outcomes, [userId, outcome]]),
      })),
    claim: (owner) => set((state) => (state.owner === owner ? {} : { owner, ...NOTHING })),
  }
})
