/** Who is signed in. What the engine said last; never stored in the browser. */
import { create } from 'zustand'
import { isGranted } from '../../service/contract/permission.ts'
import type { Permission } from '../../service/contract/permission.ts'
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
export const useMay = (permission: Permission): boolean => isGranted(permission, useSignedIn().user)

/** Somebody else looks from now on, or the user may do other things: what was read is read again. */
export function takeSession(session: SessionView): void {
  useSession.getState().set({ status: 'signed-in', session })
  void queries.resetQueries()
}
