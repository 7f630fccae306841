import type { eventApi } from '../../../contract/console/events.ts'
import type { Bytes } from '../../../contract/units.ts'
import type { Handlers } from './handlers.ts'
import type { ConsoleParts } from './console-parts.ts'

/** Consoles listen; they have nothing to say. */
const MAX_MESSAGE: Bytes = 1024
/** RFC 6455 7.4.1. */
const CLOSE_TOO_LONG = 1009

/** The WebSocket that tells the console what changes. */
export function eventRoutes({
  door,
  events,
}: Pick<ConsoleParts, 'door' | 'events'>): Handlers<typeof eventApi> {
  return {
    follow: {
      open: (socket, { system, token }) => {
        const leave = events.subscribe(socket, {
          systemId: system.id,
          isSignedIn: () => door.sessions.authenticate(token, 'console') !== null,
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
