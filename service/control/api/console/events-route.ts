import type { FastifyInstance } from 'fastify'
import type { Bytes } from '../../../contract/units.ts'
import type { ConsoleParts } from './ports.ts'
import { sessionOf, tokenOf } from './session.ts'

/** Consoles listen; they have nothing to say. */
const MAX_MESSAGE: Bytes = 1024
/** RFC 6455 7.4.1. */
const CLOSE_TOO_LONG = 1009

/** The WebSocket that tells the console what changes. Refused before the upgrade without a session. */
export function eventsRoute(server: FastifyInstance, parts: ConsoleParts): void {
  const { door, events } = parts
  server.get(
    '/console/api/events',
    {
      websocket: true,
      preValidation: (request, _reply, done) => {
        sessionOf(request, parts)
        done()
      },
    },
    (socket, request) => {
      const { system } = sessionOf(request, parts)
      const token = tokenOf(request, parts) ?? ''
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
  )
}
