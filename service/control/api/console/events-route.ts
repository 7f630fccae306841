import type { FastifyInstance } from 'fastify'
import type { ConsoleParts } from './ports.ts'
import { sessionOf, tokenOf } from './session.ts'

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
    },
  )
}
