/** Signing in and out. */
import type { Entered, SessionView } from '../../service/contract/console/session.ts'
import { enter, takeSession, useSession } from '../stores/session.ts'
import { api, call } from './client.ts'
import { ApiError } from './http.ts'

export interface Login {
  readonly email: string
  readonly password: string
  readonly access_code: string
}

/**
 * Takes the one-time token out of the address, where nobody should see it for longer than needed. `at` names
 * the route to go on with: the desktop window comes back to where it was after the service has restarted.
 */
export function takeEntry(): string | null {
  const match = /^#entry=([^&]+)(?:&at=([^&]+))?$/.exec(location.hash)
  if (!match?.[1]) return null
  const route = decodeURIComponent(match[2] ?? '')
  history.replaceState(
    null,
    '',
    location.pathname + location.search + (route.startsWith('/') ? `#${route}` : ''),
  )
  return decodeURIComponent(match[1])
}

/** Finds out who is signed in, after exchanging `entry` where there is one. */
export async function openSession(entry: string | null): Promise<void> {
  const { set } = useSession.getState()
  set({ status: 'checking' })
  try {
    enter(entry === null ? await current() : await exchange(entry))
  } catch (error) {
    const silent = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
    if (silent) set({ status: 'unreachable' })
    else set({ status: 'signed-out', why: entry === null ? 'new' : 'entry-failed' })
  }
}

/** Reads the session anew, after its user or system has changed. @throws ApiError */
export async function renewSession(): Promise<void> {
  useSession.getState().set({ status: 'signed-in', session: await current() })
}

const current = () => call(api.session.current)

/** A used entry is no failure for a window that is signed in already, as after a reload. */
async function exchange(entry: string): Promise<SessionView> {
  try {
    return await arrive(await call(api.session.enter, { body: { entry } }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
    return current()
  }
}

/** @throws ApiError LOGIN_FAILED, BAD_REQUEST with its members, TOO_MANY_REQUESTS */
export async function signIn(body: Login): Promise<void> {
  enter(await arrive(await call(api.session.logIn, { body })))
}

/** Where the session is kept at another address, this page is left for it, with the same route. */
function arrive(entered: Entered): SessionView | Promise<never> {
  if (!('goOnAt' in entered)) return entered
  const route = location.hash.slice(1)
  location.replace(entered.goOnAt + (route.startsWith('/') ? `&at=${encodeURIComponent(route)}` : ''))
  return new Promise(() => undefined)
}

export async function signOut(): Promise<void> {
  await call(api.session.leave).catch(() => undefined)
  useSession.getState().set({ status: 'signed-out', why: 'new' })
}

/** Shows the console as a user sees it, until `endViewAs`; nothing can be changed meanwhile. @throws ApiError */
export const viewAs = async (userId: number): Promise<void> =>
  takeSession(await call(api.session.viewAs, { body: { userId } }))

/** @throws ApiError */
export const endViewAs = async (): Promise<void> => takeSession(await call(api.session.endViewAs))
