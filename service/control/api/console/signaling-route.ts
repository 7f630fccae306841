import type { FastifyInstance } from 'fastify'
import { OptionError } from '../../../contract/errors.ts'
import { addressOf } from '../signaling/server.ts'
import type { ConsoleParts } from './ports.ts'
import { operatorOf, requireOrigin } from './session.ts'
import type { SessionParts } from './session.ts'

/** Seconds, when there is no room. */
const RETRY_AFTER = '10'

/**
 * The console's own way in for WebRTC clients: what the public listener speaks, at the console's address, so
 * that no browser has to trust the local certificate authority. Channels of other systems do not exist here.
 * @param closers holds how each WebSocket that came in here is closed when the service ends, while it is open
 */
export function signalingRoute(
  server: FastifyInstance,
  parts: SessionParts & Pick<ConsoleParts, 'signaling'>,
  closers: Set<() => void>,
): void {
  const { signaling } = parts
  server.get(
    '/console/api/signaling',
    {
      websocket: true,
      preValidation: (request, reply, done) => {
        // A GET, but one that changes something.
        requireOrigin(request)
        operatorOf(request, parts)
        const refusal = signaling.refusal(addressOf(request.socket))
        if (refusal !== null) reply.header('retry-after', RETRY_AFTER)
        if (refusal === 429) throw new OptionError('TOO_MANY_REQUESTS')
        if (refusal === 503) throw new OptionError('SERVICE_UNAVAILABLE', 'Too many WebSockets are open.')
        done()
      },
    },
    (socket, request) => {
      const { system } = operatorOf(request, parts)
      const close = signaling.accept(socket, addressOf(request.socket), system.id)
      closers.add(close)
      socket.on('close', () => closers.delete(close))
    },
  )
}
