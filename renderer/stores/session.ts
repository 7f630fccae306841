/** Who is signed in. What the engine said last; never stored in the browser. */
import { hashKey, type Query } from '@tanstack/react-query'
import { create } from 'zustand'
import { isGranted } from '../../service/contract/permission.ts'
import type { Permission } from '../../service/contract/permission.ts'
import { queries, SETUP_KEY } from '../queries.ts'
import type { SessionView } from '../../service/contract/console/session.ts'

export type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'signed-in'; readonly session: SessionView }
  /** `entry-failed`: the sign-in link did not work. */
  | { readonly status: 'signed-out'; readonly why: 'new' | 'entry-failed' }
  /** There was a session in this window: what was half written in it waits for who wrote it. */
  | { readonly status: 'signed-out'; readonly why: 'ended'; readonly session: SessionView }
  | { readonly status: 'unreachable' }

interface SessionStore {
  readonly state: SessionState
  /** Counts who came: the same as long as the one who signs in is the one whose session ended. */
  readonly visit: number
  readonly set: (state: SessionState) => void
  /** Called for every 401: back to sign-in, the route stays. */
  readonly end: () => void
}

export const useSession = create<SessionStore>()((set) => ({
  state: { status: 'checking' },
  visit: 0,
  set: (state) => set({ state }),
  end: () =>
    set(({ state }) => {
      if (state.status === 'signed-out') return {}
      const { status } = state
      return {
        state:
          status === 'signed-in'
            ? { status: 'signed-out', why: 'ended', session: state.session }
            : { status: 'signed-out', why: 'new' },
      }
    }),
}))

/** The session of the console that is open, or waits for who had it; null where there is none. */
export const sessionOf = (state: SessionState): SessionView | null =>
  'session' in state ? state.session : null

/** The session of a signed-in window. @throws Error outside the frame, where nobody is signed in */
export function useSignedIn(): SessionView {
  const session = useSession((s) => sessionOf(s.state))
  if (session === null) throw new Error('used outside the signed-in frame')
  return session
}

/** Somebody signed in. Who comes back finds the console as it was; what was read for another is forgotten. */
export function enter(session: SessionView): void {
  const { state, visit } = useSession.getState()
  const before = sessionOf(state)
  const isBack = before?.user.userId === session.user.userId
  useSession.setState({ state: { status: 'signed-in', session }, visit: isBack ? visit : visit + 1 })
  readAgain(before, session)
}

/** What is read anew for another session. */
const ofSession = ({ queryKey }: Query) => queryKey[0] !== SETUP_KEY[0]

/** True where somebody is signed in who may; for code that nothing draws. */
export function may(permission: Permission): boolean {
  const { state } = useSession.getState()
  return state.status === 'signed-in' && isGranted(permission, state.session.user)
}

/** True where who is signed in has the permission, by the table that the service admits by. */
export const useMay = (permission: Permission): boolean => isGranted(permission, useSignedIn().user)

/**
 * The engine says anew who is signed in. The room that is open stays; what was read is read again.
 */
export function takeSession(session: SessionView): void {
  const { state, set } = useSession.getState()
  set({ status: 'signed-in', session })
  const before = state.status === 'signed-in' ? state.session : null
  if (before && hashKey([before]) === hashKey([session])) return
  readAgain(before, session)
}

/** What was read is forgotten before that where somebody else looks from now on, or they may do less. */
function readAgain(before: SessionView | null, now: SessionView): void {
  if (before && seesAll(before, now)) void queries.invalidateQueries({ predicate: ofSession })
  else void queries.resetQueries({ predicate: ofSession })
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
