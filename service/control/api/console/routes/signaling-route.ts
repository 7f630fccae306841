import type { signalingApi } from '../../../../contract/console/signaling.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { plainAddress } from '../../../../platform/net/address-group.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** Seconds, when there is no room. */
const RETRY_AFTER = '10'

/**
 * The console's own way in for WebRTC clients: what the public listener speaks, at the console's address, so
 * that no browser has to trust the local certificate authority. Channels of other systems do not exist here, and none
 * for who is deleted, signed out or may no longer deliver.
 * @param closers holds how each WebSocket that came in here is closed when the service ends, while it is open
 */
export function signalingRoutes(
  { signaling }: Pick<ConsoleParts, 'signaling'>,
  closers: Set<() => void>,
): Handlers<typeof signalingApi> {
  return {
    connect: {
      refuse: (request, reply) => {
        const status = signaling.refusal(plainAddress(request.socket.remoteAddress))
        if (status !== null) reply.header('retry-after', RETRY_AFTER)
        if (status === 429) throw refusal('TOO_MANY_REQUESTS')
        if (status === 503) throw refusal('TOO_MANY_SOCKETS')
      },
      open: (socket, { system }, request, callerNow) => {
        const guest = {
          remoteAddress: plainAddress(request.socket.remoteAddress),
          systemId: system.id,
          isAdmitted: () => callerNow() !== null,
        }
        const close = signaling.accept(socket, guest)
        closers.add(close)
        socket.on('close', () => closers.delete(close))
      },
    },
  }
}
