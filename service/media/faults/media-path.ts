import type { SfuOpen } from '../../contract/sfu-worker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ArmedRules } from '../../platform/faults/armed-rules.ts'
import { ImpairedPath } from './impaired-path.ts'

/** What lies between a connection's transport and its media: packets as the transport has them, decrypted. */
export interface MediaPath {
  /** Towards the client. @returns false where it is not taken */
  send(packet: Uint8Array): boolean
  /** From the client; nobody writes to the bytes afterwards. */
  received(packet: Uint8Array): void
  /** Nothing comes out any more. */
  close(): void
}

/** Where no fault can ever be, both ends are joined as they are. */
export function mediaPath(
  { connectionId, channelId, systemId }: Pick<SfuOpen, 'connectionId' | 'channelId' | 'systemId'>,
  { rules, clock }: { readonly rules?: ArmedRules | undefined; readonly clock: Clock },
  ends: Omit<MediaPath, 'close'>,
): MediaPath {
  if (!rules?.isThere) return { ...ends, close: () => undefined }
  const path = (direction: 'from-client' | 'to-client', deliver: (packet: Uint8Array) => boolean) => {
    const facts = { channelId, connectionId, direction, ...(systemId !== undefined && { systemId }) }
    return new ImpairedPath({ rules, facts, clock, deliver })
  }
  const up = path('from-client', (packet) => {
    ends.received(packet)
    return true
  })
  const down = path('to-client', (packet) => ends.send(packet))
  return {
    send: (packet) => down.pass(packet),
    received: (packet) => void up.pass(packet),
    close() {
      up.close()
      down.close()
    },
  }
}
