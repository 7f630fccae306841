/** The SFU's side of the soak: a transport for each number, which sends back what it gets. Argument: address. */
import { TransportCounters } from '../../service/media/sfu/transport/counters.ts'
import { createCertificate } from '../../service/media/sfu/transport/certificate.ts'
import { IcePort } from '../../service/media/sfu/transport/ice-port.ts'
import { Transport, TransportError } from '../../service/media/sfu/transport/transport.ts'
import { monotonicNow, systemClock } from '../../service/platform/clock.ts'
import {
  OFFERED_SSRC,
  remoteParameters,
  rtpPacket,
  transportOffer,
} from '../support/webrtc/transport-offer.ts'
import type { FromServer, ToServer } from './messages.ts'

const address = process.argv[2] ?? '127.0.0.1'
const certificate = await createCertificate()
const counters = new TransportCounters()
const port = IcePort.open({ bindAddress: address, announced: [address], port: 0 })
const transports = new Map<number, Transport>()
const tell = (message: FromServer) => process.send?.(message)

function open(id: number): void {
  let sequence = 0
  const transport: Transport = new Transport(
    { id: `${id}`, port, certificate, clock: systemClock, counters, remoteAddress: address },
    {
      opened: () => tell({ kind: 'opened', id, took: monotonicNow() - (answered.get(id) ?? 0) }),
      packet: () => transport.send(rtpPacket(OFFERED_SSRC, sequence++)),
      ended: (cause) => tell({ kind: 'ended', id, cause }),
    },
  )
  transports.set(id, transport)
  tell({ kind: 'offer', id, sdp: transportOffer(transport.local) })
}

const answered = new Map<number, number>()

function answer(id: number, sdp: string): void {
  answered.set(id, monotonicNow())
  try {
    transports.get(id)?.start(remoteParameters(sdp))
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    tell({ kind: 'ended', id, cause: 'start-failed' })
  }
}

process.on('message', (message: ToServer) => {
  if (message.kind === 'open') open(message.id)
  else if (message.kind === 'answer') answer(message.id, message.sdp)
  else if (message.kind === 'close') {
    transports.get(message.id)?.close()
    transports.delete(message.id)
    answered.delete(message.id)
  } else {
    const rssMegabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
    tell({ kind: 'report', counters: counters.snapshot(), rssMegabytes })
  }
})
process.on('disconnect', () => process.exit(0))
tell({ kind: 'ready' })
