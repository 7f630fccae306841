/**
 * A process, run with --expose-gc, whose transports are kept by nobody but themselves while memory is
 * collected all the time. Prints one JSON line when each has received a packet after many collections.
 */
import { createCertificate } from '../../../service/media/sfu/transport/certificate.ts'
import { TransportCounters } from '../../../service/media/sfu/transport/counters.ts'
import { IcePort } from '../../../service/media/sfu/transport/ice-port.ts'
import { Transport } from '../../../service/media/sfu/transport/transport.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import { waitFor } from '../wait-for.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { CLIENT_SSRC } from './transport-pair.ts'
import { MIDS, remoteParameters, rtpPacket, transportOffer } from './transport-offer.ts'

const TRANSPORTS = 5
const COLLECTIONS = 50

const { gc } = globalThis
if (!gc) throw new Error('needs --expose-gc')
const certificate = await createCertificate()
const counters = new TransportCounters()
let collections = 0
setInterval(() => {
  gc()
  collections++
}, 5)

async function connect(received: Set<number>, index: number) {
  const transport = new Transport(
    {
      id: `${index}`,
      port: IcePort.open({ bindAddress: '127.0.0.1', announced: ['127.0.0.1'], port: 0 }),
      certificate,
      clock: systemClock,
      counters,
      remoteAddress: '127.0.0.1',
    },
    { opened: () => undefined, packet: () => received.add(index), ended: (cause) => console.log(cause) },
  )
  const client = await connectNativeClient({
    offerSdp: transportOffer(transport.local),
    sends: { [MIDS.receives]: { ssrc: CLIENT_SSRC } },
  })
  transport.start(remoteParameters(client.answerSdp))
  await client.opened
  return client
}

const received = new Set<number>()
const clients = await Promise.all(Array.from({ length: TRANSPORTS }, (_, index) => connect(received, index)))
collections = 0
await waitFor(() => collections >= COLLECTIONS, 'memory to be collected')
let sequence = 0
await waitFor(() => {
  for (const client of clients) client.send(rtpPacket(CLIENT_SSRC, sequence++))
  return received.size === TRANSPORTS
}, 'a packet for each transport')
console.log(JSON.stringify({ received: received.size, live: counters.snapshot().live }))
process.exit(0)
