/** What the engine says now, outside React; the screen is told at most four times a second. */
import { takeSession, useSession } from '../../stores/session.ts'
import { api, call } from '../client.ts'
import { ApiError } from '../http.ts'
import { takeLevels } from './levels.ts'
import { applyMessage, type LiveState } from './reducer.ts'
import { openSocket, type Socket } from './socket.ts'

export interface Live {
  /** Null until the first snapshot. */
  readonly state: LiveState | null
  readonly connected: boolean
  /** When the connection was lost, this computer's clock; null while connected. */
  readonly lostAt: number | null
}

const UPDATE_MS = 250

const EMPTY: Live = { state: null, connected: false, lostAt: null }
let latest: Live = EMPTY
let shown: Live = EMPTY
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function publish(next: Live): void {
  latest = next
  // The first snapshot and a change of contact are shown at once.
  if (shown.state === null || shown.connected !== next.connected) return show()
  timer ??= setTimeout(show, UPDATE_MS)
}

function show(): void {
  clearTimeout(timer)
  timer = undefined
  shown = latest
  for (const listener of listeners) listener()
}

/** Tells a lost session apart from a lost engine, which a WebSocket does not say. */
async function checkSession(): Promise<void> {
  try {
    await call(api.session.current)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

let socket: Socket | null = null

/** Tries to reach the engine now. */
export const retryNow = (): void => socket?.retry()

/** Starts following the engine. @returns the function that ends it and forgets what was known */
export function followEngine(): () => void {
  const opened = openSocket({
    message: (message) => {
      if (message.type === 'levels') {
        takeLevels(message.levels)
        return true
      }
      if (message.type === 'session') {
        takeSession(message.session)
        return true
      }
      const outcome = applyMessage(latest.state, message, Date.now())
      if (outcome.kind === 'signed-out') useSession.getState().end()
      if (outcome.kind !== 'state') return false
      publish({ state: outcome.state, connected: true, lostAt: null })
      return true
    },
    lost: () => {
      if (latest.connected) publish({ ...latest, connected: false, lostAt: Date.now() })
      else if (latest.lostAt === null) publish({ ...latest, lostAt: Date.now() })
      void checkSession()
    },
  })
  socket = opened
  return () => {
    opened.close()
    socket = null
    latest = EMPTY
    show()
  }
}

export const getLive = (): Live => shown
export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
