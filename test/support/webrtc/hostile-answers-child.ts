/**
 * A process in which transports are started with what makes native code abort where it is not refused before.
 * Prints one JSON line with the errors by name, when a good client still connected after it.
 */
import { createCertificate } from '../../../service/media/sfu/transport/certificate.ts'
import { TransportCounters } from '../../../service/media/sfu/transport/counters.ts'
import { IcePort } from '../../../service/media/sfu/transport/ice-port.ts'
import type { RemoteParameters } from '../../../service/media/sfu/transport/parameters.ts'
import { Transport, TransportError } from '../../../service/media/sfu/transport/transport.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import { waitFor } from '../wait-for.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { remoteParameters, transportOffer } from './transport-offer.ts'
import { startPair } from './transport-pair.ts'

const LOOPBACK = { bindAddress: '127.0.0.1', announced: ['127.0.0.1'], port: 0 }
const good: RemoteParameters = {
  iceUfrag: 'abcd',
  icePwd: 'abcdefghijklmnopqrstuvwx',
  fingerprint: `sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  setup: 'active',
  candidates: [],
}

const certificate = await createCertificate()
const counters = new TransportCounters()
const port = IcePort.open(LOOPBACK)
const closedPort = IcePort.open(LOOPBACK)
closedPort.close()

function transport(on = port): Transport {
  const silent = { opened: () => undefined, packet: () => undefined, ended: () => undefined }
  return new Transport(
    { id: 'hostile', port: on, certificate, clock: systemClock, counters, remoteAddress: '127.0.0.1' },
    silent,
  )
}

function errorOf(run: () => void): string {
  try {
    run()
    return 'none'
  } catch (error) {
    return error instanceof TransportError ? 'TransportError' : String(error)
  }
}

const bad = (change: Record<string, string>) => () => {
  transport().start({ ...good, ...change })
}
const errors: Record<string, string> = {
  'user name too short': errorOf(bad({ iceUfrag: 'abc' })),
  'user name too long': errorOf(bad({ iceUfrag: 'a'.repeat(10_000) })),
  'user name with lines': errorOf(bad({ iceUfrag: 'abcd\r\na=setup:passive' })),
  'no password': errorOf(bad({ icePwd: '' })),
  'password too long': errorOf(bad({ icePwd: 'a'.repeat(257) })),
  'fingerprint of another hash': errorOf(bad({ fingerprint: 'sha-1 AB:CD' })),
  'no fingerprint': errorOf(bad({ fingerprint: '' })),
  'no DTLS role': errorOf(bad({ setup: 'actpass' })),
  'closed port': errorOf(() => transport(closedPort).start(good)),
  'started twice': errorOf(() => {
    const twice = transport()
    twice.start(good)
    try {
      twice.start(good)
    } finally {
      twice.close()
    }
  }),
  'started after its end': errorOf(() => {
    const ended = transport()
    ended.close()
    ended.start(good)
  }),
}
// These are fine for a transport, and must not end the process either.
const harmless = errorOf(() => {
  const one = transport()
  one.start({
    ...good,
    iceUfrag: 'a'.repeat(256),
    icePwd: '+'.repeat(256),
    candidates: [
      '',
      'candidate:',
      'candidate:1 1 UDP 4294967296 ::1 9 typ host',
      'candidate:1 1 UDP 1 255.255.255.255 9 typ host',
    ],
  })
  for (let i = 0; i < 100; i++) one.addCandidate(`candidate:${i} 1 UDP ${i} 127.0.0.1 ${i + 1} typ host`)
  one.addCandidate('\0')
  one.send(new Uint8Array(0))
  one.close()
  one.addCandidate('candidate:1 1 UDP 1 127.0.0.1 9 typ host')
  one.close()
})

const pair = await startPair({ port, certificate, counters, remoteAddress: '127.0.0.1' })
await pair.client.opened
await waitFor(() => pair.transport.isOpen, 'the transport to open')
// Packets that are no RTP, or too large for any path.
for (const length of [0, 1, 11, 12, 13, 2_000, 70_000]) pair.transport.send(new Uint8Array(length).fill(0xff))
pair.close()

// Errors of our own are uncaught exceptions, as anywhere else.
const uncaught = Promise.withResolvers<string>()
process.on('uncaughtException', (error) => uncaught.resolve(error.message))
const faulty = new Transport(
  { id: 'faulty', port, certificate, clock: systemClock, counters, remoteAddress: '127.0.0.1' },
  {
    opened: () => {
      throw new Error('of a listener')
    },
    packet: () => undefined,
    ended: () => undefined,
  },
)
const client = await connectNativeClient({ offerSdp: transportOffer(faulty.local) })
faulty.start(remoteParameters(client.answerSdp))
const message = await uncaught.promise
faulty.close()
client.close()
console.log(JSON.stringify({ errors, harmless, uncaught: message, live: counters.snapshot().live }))
process.exit(0)
