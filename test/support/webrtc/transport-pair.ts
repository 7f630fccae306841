/** A transport of the SFU and a native client, connected over this machine's own addresses. */
import type { TransportCause } from '../../../service/contract/sfu-worker.ts'
import { createCertificate } from '../../../service/media/sfu/transport/certificate.ts'
import type { Certificate } from '../../../service/media/sfu/transport/certificate.ts'
import { TransportCounters } from '../../../service/media/sfu/transport/counters.ts'
import type { IcePort } from '../../../service/media/sfu/transport/ice-port.ts'
import { Transport } from '../../../service/media/sfu/transport/transport.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { MIDS, remoteParameters, transportOffer } from './transport-offer.ts'

export const CLIENT_SSRC = 0x2222

export interface TransportPair {
  readonly transport: Transport
  readonly client: NativeClient
  /** `opened`, and the cause when it ended. */
  readonly events: ('opened' | TransportCause)[]
  /** Copies of what the transport received. */
  readonly received: Uint8Array[]
  close(): void
}

export interface TransportHome {
  readonly port: IcePort
  readonly certificate: Certificate
  readonly counters: TransportCounters
  readonly remoteAddress: string
}

export async function transportHome(port: IcePort): Promise<TransportHome> {
  const certificate = await createCertificate()
  return { port, certificate, counters: new TransportCounters(), remoteAddress: '127.0.0.1' }
}

/**
 * Both sides, started; the client's `opened` and the transport's `events` tell when they are open.
 * @param tellsAddresses false for a client that hides where it is, as browsers do
 */
export async function startPair(
  home: TransportHome,
  { tellsAddresses = true }: { readonly tellsAddresses?: boolean } = {},
): Promise<TransportPair> {
  const events: TransportPair['events'] = []
  const received: Uint8Array[] = []
  const transport = new Transport(
    { id: 'test', clock: systemClock, ...home },
    {
      opened: () => events.push('opened'),
      packet: (bytes) => received.push(Uint8Array.from(bytes)),
      ended: (cause) => events.push(cause),
    },
  )
  const client = await connectNativeClient({
    offerSdp: transportOffer(transport.local),
    sends: { [MIDS.receives]: { ssrc: CLIENT_SSRC } },
  })
  const remote = remoteParameters(client.answerSdp)
  transport.start({ ...remote, ...(!tellsAddresses && { candidates: [] }) })
  const close = () => {
    transport.close()
    client.close()
  }
  return { transport, client, events, received, close }
}
