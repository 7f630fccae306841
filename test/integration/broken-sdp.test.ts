/** SDP that is none, or fits nothing, ends the connection of whoever said it, in words, and nothing else. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { callLive } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { connectNativeClient } from '../../service/kit/webrtc/native-client.ts'
import type { NativeClient } from '../../service/kit/webrtc/native-client.ts'

const FIXTURES = join(import.meta.dirname, '../../service/media/sfu/negotiation/fixtures')

let service: RunningService
let channelId: string
let ca: Buffer
let capabilities: string
const clients: Client[] = []

/** A WebRTC client, as far as signaling goes. */
class Client {
  readonly socket: WebSocket
  readonly received: { readonly type: string; readonly sdp?: string }[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  native: NativeClient | null = null

  constructor() {
    this.socket = new WebSocket(service.ready.signaling_url, { ca })
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    this.socket.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString()) as { type: string }
      this.received.push(message)
      if (message.type === 'ping') this.say({ type: 'pong' })
    })
    clients.push(this)
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Connects; resolves with the SDP of the offer, or null where it is closed. */
  async connect(sdp: string): Promise<string | null> {
    await new Promise((resolve) => this.socket.once('open', resolve))
    this.say({ type: 'connect', role: 'sendrecv', channel_id: channelId, sdp, video: { codec_type: 'VP8' } })
    const { OPEN } = WebSocket
    await waitFor(() => this.received.length > 0 || this.socket.readyState !== OPEN, 'the offer or the end')
    return this.received[0]?.sdp ?? null
  }

  stop(): void {
    this.native?.close()
    this.socket.terminate()
  }
}

beforeAll(async () => {
  service = await startService()
  ca = await readFile(service.ready.ca_cert_file)
  capabilities = await readFile(join(FIXTURES, 'chromium-capabilities.sdp'), 'utf8')
  const { channel_id } = await callLive(service.ready, 'Service_20200316.CreateMultistreamChannel', {})
  channelId = channel_id
})
afterAll(async () => {
  for (const client of clients) client.stop()
  await service.stop()
})

test('ends who said it with what is wrong, in one line of the log, while others go on', async () => {
  const other = new Client()
  const offerSdp = await other.connect(capabilities)
  other.native = await connectNativeClient({ offerSdp: offerSdp ?? '' })
  other.say({ type: 'answer', sdp: other.native.answerSdp })
  await waitFor(() => other.received.some(({ type }) => type === 'notify'), 'the other to be connected')

  const log = join(service.dataDir, 'logs', 'airdesk.log')
  const before = (await readFile(log, 'utf8')).length
  const said = 'SAID-BY-THE-CLIENT'
  const closes = []
  for (const sdp of [said, `v=0\r\n${'a=x\r\n'.repeat(20_000)}`]) {
    const client = new Client()
    expect(await client.connect(sdp)).toBeNull()
    closes.push(await client.closed)
  }
  for (const sdp of [said, `v=0\r\ns=${said}\r\n`, `${capabilities}a=setup:active\r\n`]) {
    const client = new Client()
    await client.connect(capabilities)
    client.say({ type: 'answer', sdp })
    closes.push(await client.closed)
  }
  const late = new Client()
  await late.connect(capabilities)
  late.say({ type: 're-answer', sdp: said })
  closes.push(await late.closed)

  expect(closes).toEqual([
    { code: 4490, reason: 'INVALID-MESSAGE sdp: SDP must start with v=0' },
    { code: 4490, reason: 'INVALID-MESSAGE sdp: SDP must have at most 16384 lines' },
    { code: 4490, reason: 'NEGOTIATION-FAILED SDP must start with v=0' },
    { code: 4490, reason: 'NEGOTIATION-FAILED a=ice-ufrag must be given' },
    { code: 4490, reason: 'NEGOTIATION-FAILED a=setup must be the same on all m-lines' },
    { code: 4490, reason: 'INVALID-MESSAGE re-answer comes when it cannot' },
  ])
  const ended = (text: string) => text.split('"connection ended"').length - 1
  const written = await waitFor(async () => {
    const text = (await readFile(log, 'utf8')).slice(before)
    return ended(text) >= closes.length ? text : null
  }, 'the log')
  const lines = written.trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
    closes.map(() => 'connection ended'),
  )
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ level: 30, reason: 'negotiation-failed' })
    expect(line).not.toMatch(/stack|SAID-BY/)
    expect(line.length).toBeLessThan(400)
  }
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
  expect(other.native.isOpen).toBe(true)
})
