import type { eventApi } from '../../../../contract/console/events.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Bytes } from '../../../../contract/units.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { sessionView, tokenOf } from '../session.ts'

/** Consoles listen; they have nothing to say. */
const MAX_MESSAGE: Bytes = 1024
/** Windows of one browser share a session; nobody has more of them. */
export const MAX_SOCKETS = 32
/** RFC 6455 7.4.1. */
const CLOSE_TOO_LONG = 1009

/** The WebSocket that tells the console what changes. */
export function eventRoutes(
  parts: Pick<ConsoleParts, 'events' | 'cookieName' | 'door'>,
): Handlers<typeof eventApi> {
  const { events } = parts
  /** Open sockets by the token of their session. */
  const open = new Map<string, number>()
  const count = (token: string, by: 1 | -1) => {
    const sockets = (open.get(token) ?? 0) + by
    if (sockets > 0) open.set(token, sockets)
    else open.delete(token)
  }
  return {
    follow: {
      refuse: (request) => {
        const token = tokenOf(request, parts) ?? ''
        if ((open.get(token) ?? 0) >= MAX_SOCKETS) throw refusal('TOO_MANY_SOCKETS')
      },
      open: (socket, { system, token }, _request, callerNow) => {
        count(token, 1)
        socket.on('close', () => count(token, -1))
        const leave = events.subscribe(socket, {
          systemId: system.id,
          session: () => {
            const caller = callerNow()
            return caller && sessionView(caller)
          },
        })
        socket.on('close', leave)
        // Its binaryType has every message as one Buffer.
        socket.on('message', (message: Buffer) => {
          if (message.length > MAX_MESSAGE) socket.close(CLOSE_TOO_LONG)
        })
      },
    },
  }
}
