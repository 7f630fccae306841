import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  BINDING_REQUEST,
  BINDING_SUCCESS,
  checkAttributes,
  stunMessage,
} from '../../../../test/fuzz/webrtc/stun.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { connectNativeClient } from '../../../kit/webrtc/native-client.ts'
import {
  OFFERED_SSRC,
  remoteParameters,
  rtpPacket,
  transportOffer,
} from '../../../../test/support/webrtc/transport-offer.ts'
import { CLIENT_SSRC, startPair, transportHome } from '../../../../test/support/webrtc/transport-pair.ts'
import type { TransportHome, TransportPair } from '../../../../test/support/webrtc/transport-pair.ts'
import { IcePort } from './ice-port.ts'
import type { RemoteParameters } from './parameters.ts'
import { Transport, TransportError } from './transport.ts'
import type { TransportListener } from './transport.ts'

const LOOPBACKS = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ address }) => address === '127.0.0.1' || address === '::1')
  .map(({ address }) => address)
const run = promisify(execFile)
const silent: TransportListener = { opened: () => undefined, packet: () => undefined, ended: () => undefined }

/** A client that tells an address which it does not signal from. */
const elsewhere: RemoteParameters = {
  ...{ iceUfrag: 'abcd', icePwd: 'x'.repeat(22), setup: 'active' },
  fingerprint: `sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  candidates: ['candidate:1 1 UDP 2130706431 127.0.0.2 9 typ host'],
}

let home: TransportHome
const pairs: TransportPair[] = []

beforeAll(async () => {
  home = await transportHome(IcePort.open({ bindAddress: '127.0.0.1', announced: ['127.0.0.1'], port: 0 }))
})

afterEach(() => {
  for (const pair of pairs.splice(0)) pair.close()
})

async function openPair(at = home): Promise<TransportPair> {
  const pair = await startPair(at)
  pairs.push(pair)
  await pair.client.opened
  await waitFor(() => pair.events.length > 0, 'the transport to open')
  return pair
}

/** A transport, and who sends checks to it; `came` has the types of all messages that come back. */
function checking() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  const transport = new Transport({ ...home, id: 'checked', clock: new ManualClock() }, silent)
  const { iceUfrag, icePwd } = transport.local
  const attributes = checkAttributes({ username: `${iceUfrag}:abcd`, password: icePwd })
  const message = stunMessage(BINDING_REQUEST, attributes, icePwd, randomBytes(12))
  const came: number[] = []
  socket.on('message', (bytes) => came.push(bytes.readUInt16BE(0)))
  return {
    transport,
    came,
    check: () => socket.send(message, home.port.port, '127.0.0.1'),
    close() {
      transport.close()
      socket.close()
    },
  }
}

describe('a transport', () => {
  it('has parameters of its own before anything native exists', () => {
    const parts = { ...home, id: 'a', clock: new ManualClock() }
    const [one, other] = [new Transport(parts, silent).local, new Transport(parts, silent).local]
    expect(one.iceUfrag).toMatch(/^[A-Za-z0-9]{8}$/)
    expect(one.icePwd).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(one.candidates).toEqual(home.port.candidates)
    expect(one.iceUfrag).not.toBe(other.iceUfrag)
    expect(home.counters.snapshot().live).toBe(0)
  })

  it.each(LOOPBACKS)('opens every time by %s and lets packets through both ways', async (address) => {
    const port = IcePort.open({ bindAddress: address, announced: [address], port: 0 })
    const here = await transportHome(port)
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { transport, client, events, received } = await openPair(here)
        const answers: Uint8Array[] = []
        client.onMessage((packet) => answers.push(packet))
        expect(events).toEqual(['opened'])
        expect(transport.isOpen).toBe(true)
        expect(client.send(rtpPacket(CLIENT_SSRC, 1))).toBe(true)
        expect(transport.send(rtpPacket(OFFERED_SSRC, 2))).toBe(true)
        await waitFor(() => received.length > 0 && answers.length > 0, 'packets')
        expect(Buffer.compare(received[0] ?? Buffer.alloc(0), rtpPacket(CLIENT_SSRC, 1))).toBe(0)
        expect(Buffer.compare(answers[0] ?? Buffer.alloc(0), rtpPacket(OFFERED_SSRC, 2))).toBe(0)
        expect(transport).toMatchObject({ receivedBytes: 112, sentBytes: 112 })
        expect(LOOPBACKS.concat(ownAddresses())).toContain(transport.selectedAddress)
      }),
    )
    expect(here.counters.snapshot()).toMatchObject({ answered: 10, opened: 10, live: 10 })
  })

  it.each(['never', 'later'])('opens every time for a client that tells its address %s', async (when) => {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const pair = await startPair(home, { tellsAddresses: false })
        pairs.push(pair)
        const { candidates } = remoteParameters(pair.client.answerSdp)
        if (when === 'later') for (const candidate of candidates) pair.transport.addCandidate(candidate)
        await pair.client.opened
        await waitFor(() => pair.transport.isOpen, 'the transport to open')
      }),
    )
  })

  it.each([
    ['no address', []],
    ['another address', elsewhere.candidates],
  ])('asks a client that tells %s before it answers it, so that DTLS is ready', async (_, candidates) => {
    const { live } = home.counters.snapshot()
    const { transport, came, check, close } = checking()
    transport.start({ ...elsewhere, candidates })
    expect(home.counters.snapshot().live).toBe(live)
    // One more, while the transport comes to be, would be answered at once.
    check()
    await waitFor(() => came.length > 0, 'a question')
    expect(came[0]).toBe(BINDING_REQUEST)
    await waitFor(() => {
      check()
      return came.includes(BINDING_SUCCESS)
    }, 'an answer')
    close()
  })

  it('asks a client at once whose check came before its answer', async () => {
    const { transport, came, check, close } = checking()
    check()
    // What came behind it has come once this is answered.
    await openPair()
    expect(came).toEqual([])
    transport.start({ ...elsewhere, candidates: [] })
    await waitFor(() => came.length > 0, 'a check')
    expect(came[0]).toBe(BINDING_REQUEST)
    close()
  })

  it('asks who tells another address there half a second later, where no check comes', () => {
    const { live } = home.counters.snapshot()
    const clock = new ManualClock()
    const transport = new Transport({ ...home, id: 'lite', clock }, silent)
    transport.start(elsewhere)
    clock.advance(499)
    expect(home.counters.snapshot().live).toBe(live)
    clock.advance(1)
    expect(home.counters.snapshot().live).toBe(live + 1)
    transport.close()
  })

  it('asks at once where the client tells the address that it signals from', () => {
    const { live } = home.counters.snapshot()
    const transport = new Transport({ ...home, id: 'told', clock: new ManualClock() }, silent)
    transport.start({ ...elsewhere, candidates: [] })
    transport.addCandidate('candidate:1 1 UDP 2130706431 127.0.0.2 9 typ host')
    transport.addCandidate('candidate:2 1 UDP 2130706431 example.local 9 typ host')
    expect(home.counters.snapshot().live).toBe(live)
    transport.addCandidate('candidate:3 1 UDP 2130706431 127.0.0.1 9 typ host')
    expect(home.counters.snapshot().live).toBe(live + 1)
    transport.close()
    expect(home.counters.snapshot().live).toBe(live)
  })

  it('counts what its ICE did', async () => {
    const idle = new Transport({ ...home, id: 'idle', clock: new ManualClock() }, silent)
    expect(idle.iceCounters.stats(performance.now())).toMatchObject({ total_checking: 0, total_connected: 0 })
    const { transport } = await openPair()
    const { total_checking_duration_ms: looked, ...rest } = transport.iceCounters.stats(performance.now())
    expect(rest).toEqual({
      total_checking: 1,
      total_connected: 1,
      total_disconnected: 0,
      total_disconnected_duration_ms: 0,
    })
    // It looks no more.
    expect(transport.iceCounters.stats(performance.now() + 60_000).total_checking_duration_ms).toBe(looked)
  })

  it('frees at once, and says nothing of its own end', async () => {
    const before = home.counters.snapshot().live
    const { transport, client, events } = await openPair()
    expect(home.counters.snapshot().live).toBe(before + 1)
    transport.close()
    transport.close()
    expect(home.counters.snapshot().live).toBe(before)
    expect(transport.isOpen).toBe(false)
    expect(transport.selectedAddress).toBeNull()
    expect(transport.send(rtpPacket(OFFERED_SSRC, 1))).toBe(false)
    client.close()
    expect(events).toEqual(['opened'])
  })

  it('lets a client in again whose transport was closed', async () => {
    const first = await openPair()
    first.close()
    const second = await openPair()
    expect(second.transport.isOpen).toBe(true)
  })

  it('sends and receives what is as large as a path allows', async () => {
    const { transport, client, received } = await openPair()
    const answers: Uint8Array[] = []
    client.onMessage((packet) => answers.push(packet))
    client.send(rtpPacket(CLIENT_SSRC, 1, 1_300))
    transport.send(rtpPacket(OFFERED_SSRC, 1, 1_300))
    await waitFor(() => received[0]?.length === 1_312 && answers[0]?.length === 1_312, 'large packets')
  })

  it('does not open for a client of another certificate', async () => {
    const clock = new ManualClock()
    const causes: string[] = []
    const transport = new Transport(
      { ...home, id: 'impostor', clock },
      { ...silent, ended: (cause) => causes.push(cause) },
    )
    const client = await connectNativeClient({ offerSdp: transportOffer(transport.local) })
    const { fingerprint } = home.certificate
    transport.start({ ...remoteParameters(client.answerSdp), fingerprint })
    await waitFor(() => causes.length > 0, 'the end')
    expect(causes).toEqual(['dtls-failed'])
    expect(transport.isOpen).toBe(false)
    client.close()
  })

  it('ends where no client comes', async () => {
    const clock = new ManualClock()
    const causes: string[] = []
    const transport = new Transport(
      { ...home, id: 'alone', clock },
      { ...silent, ended: (cause) => causes.push(cause) },
    )
    const client = await connectNativeClient({ offerSdp: transportOffer(transport.local) })
    const remote = remoteParameters(client.answerSdp)
    client.close()
    const { live } = home.counters.snapshot()
    transport.start(remote)
    clock.advance(5_000)
    expect(causes).toEqual(['ice-timeout'])
    expect(home.counters.snapshot().live).toBe(live)
    expect(() => transport.start(remote)).toThrow(TransportError)
  })
})

describe('the process', () => {
  const child = (name: string, ...flags: string[]) =>
    run(process.execPath, [
      ...flags,
      fileURLToPath(new URL(`../../../../test/support/webrtc/${name}`, import.meta.url)),
    ])

  it('is not aborted by anything that a client answers, nor by an error of a listener', async () => {
    const { stdout } = await child('hostile-answers-child.ts')
    const { errors, ...rest } = JSON.parse(stdout) as { errors: Record<string, string> }
    expect(Object.keys(errors)).toHaveLength(11)
    expect([...new Set(Object.values(errors))]).toEqual(['TransportError'])
    expect(rest).toEqual({ harmless: 'none', uncaught: 'of a listener', live: 0 })
  })

  it('loses no transport by collecting memory', async () => {
    const { stdout } = await child('collected-child.ts', '--expose-gc')
    expect(JSON.parse(stdout)).toEqual({ received: 5, live: 5 })
  })
})

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
}
