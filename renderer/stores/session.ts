/** Who is signed in. What the engine said last; never stored in the browser. */
import { hashKey, type Query } from '@tanstack/react-query'
import { create } from 'zustand'
import { isGranted } from '../../service/contract/permission.ts'
import type { Permission } from '../../service/contract/permission.ts'
import { SETUP_KEY } from '../api/setup.ts'
import { queries } from '../queries.ts'
import type { SessionView } from '../../service/contract/console/session.ts'

export type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'signed-in'; readonly session: SessionView }
  /** `ended`: there was a session in this window. `entry-failed`: the sign-in link did not work. */
  | { readonly status: 'signed-out'; readonly why: 'new' | 'ended' | 'entry-failed' }
  | { readonly status: 'unreachable' }

interface SessionStore {
  readonly state: SessionState
  readonly set: (state: SessionState) => void
  /** Called for every 401: back to sign-in, the route stays. */
  readonly end: () => void
}

export const useSession = create<SessionStore>()((set) => ({
  state: { status: 'checking' },
  set: (state) => set({ state }),
  end: () =>
    set(({ state }) => ({
      state:
        state.status === 'signed-out'
          ? state
          : { status: 'signed-out', why: state.status === 'signed-in' ? 'ended' : 'new' },
    })),
}))

/** The session of a signed-in window. @throws Error outside the frame, where nobody is signed in */
export function useSignedIn(): SessionView {
  const state = useSession((s) => s.state)
  if (state.status !== 'signed-in') throw new Error('used outside the signed-in frame')
  return state.session
}

/** True where who is signed in has the permission, by the table that the service admits by. */
/** True where somebody is signed in who may; for code that nothing draws. */
export function may(permission: Permission): boolean {
  const { state } = useSession.getState()
  return state.status === 'signed-in' && isGranted(permission, state.session.user)
}

export const useMay = (permission: Permission): boolean => isGranted(permission, useSignedIn().user)

/**
 * The engine says anew who is signed in. The room that is open stays; what was read is read again, and is
 * forgotten before that where somebody else looks from now on, or they may do less.
 */
export function takeSession(session: SessionView): void {
  const { state, set } = useSession.getState()
  set({ status: 'signed-in', session })
  const before = state.status === 'signed-in' ? state.session : null
  if (before && hashKey([before]) === hashKey([session])) return
  // Whether the installation was set up is nobody's secret, and the whole console hangs on it.
  const predicate = ({ queryKey }: Query) => queryKey[0] !== SETUP_KEY[0]
  if (before && seesAll(before, session)) void queries.invalidateQueries({ predicate })
  else void queries.resetQueries({ predicate })
}

/** Whether the same person sees all that they saw before. */
function seesAll(before: SessionView, now: SessionView): boolean {
  if (before.user.userId !== now.user.userId || before.viewedBy?.name !== now.viewedBy?.name) return false
  if (now.user.isMaster) return true
  if (before.user.isMaster) return false
  const { delivery, view, schedule, user } = before.user.permissions
  const may = now.user.permissions
  return (
    (may.delivery || !delivery) && (may.view || !view) && (may.schedule || !schedule) && (may.user || !user)
  )
}
