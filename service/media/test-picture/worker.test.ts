import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { decodeWhole, h264File } from '../../../test/support/encoded-track.ts'
import { startRecordingListener } from '../../../test/support/recording-listener.ts'
import type {
  Recording,
  RecordingListener,
  RecordingOptions,
} from '../../../test/support/recording-listener.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { WireMessage } from '../../contract/worker-protocol.ts'

const ENTRY = fileURLToPath(new URL('./worker.ts', import.meta.url))
const SIZE = { width: 320, height: 180, frameRate: 30, bitRateBps: 300_000 }
const listeners: RecordingListener[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(listeners.splice(0).map(({ listener }) => listener.close('service-closed')))
})

async function listen(options: RecordingOptions = {}): Promise<RecordingListener> {
  const started = await startRecordingListener(options)
  listeners.push(started)
  return started
}

function start() {
  const child = fork(ENTRY, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  children.push(child)
  let remarks = ''
  child.stderr?.on('data', (text: Buffer) => (remarks += text.toString()))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const publish = async (url: string) => {
    const body = { url, ...SIZE }
    child.send({ kind: 'request', id: 1, name: 'publish', body, deadlineMs: 0 } satisfies WireMessage)
    const [answer] = (await once(child, 'message')) as [WireMessage]
    return answer
  }
  return { child, exited, publish, remarks: () => remarks }
}

/** A test picture on air. */
async function onAir() {
  const server = await listen()
  const picture = start()
  expect(await picture.publish(`rtmp://127.0.0.1:${server.port}/CHANNEL`)).toEqual({
    kind: 'reply',
    id: 1,
    body: {},
  })
  const recording = await waitFor(() => server.recordings[0], 'the publisher')
  await waitFor(() => frames(recording).length > 5, 'pictures')
  return { ...picture, server, recording }
}

const frames = ({ messages }: Recording) => messages.filter((m) => m.type === 9 && m.payload[1] === 1)
const sounds = ({ messages }: Recording) => messages.filter((m) => m.type === 8 && m.payload[1] === 1)
const config = ({ messages }: Recording, type: number) =>
  messages.find((m) => m.type === type && m.payload[1] === 0)?.payload

const LEFT_OUT = /^Test picture: left out pictures (\d+) to (\d+), .+\n/gm
/** Of 3 s; what it is less late for it sends. */
const LEAST_LEFT_OUT = 3 * SIZE.frameRate

/** Numbers of the first pictures that were sent: all but those that the process says a busy computer left out. */
function sentNumbers(count: number, remarks: string): number[] {
  const gaps = [...remarks.matchAll(LEFT_OUT)].map((gap) => gap.slice(1).map(Number))
  for (const [from = 0, to = 0] of gaps) expect(to + 1 - from).toBeGreaterThanOrEqual(LEAST_LEFT_OUT)
  const sent = []
  for (let number = 0; sent.length < count; number++) {
    const gap = gaps.find(([from]) => from === number)
    number = gap?.[1] === undefined ? number : gap[1] + 1
    sent.push(number)
  }
  return sent
}

describe('a test picture', () => {
  test('is published as any encoder would, with a key frame every 2 s and no B-frames', async () => {
    const { recording, remarks, server } = await onAir()
    expect(server.requests).toMatchObject([{ channelId: 'CHANNEL', query: '' }])
    await waitFor(() => frames(recording).length > 65, 'more than two seconds')
    const pictures = frames(recording).slice(0, 65)
    const isKey = pictures.map(({ payload }) => payload.readUInt8(0) >> 4 === 1)
    expect(isKey.flatMap((key, i) => (key ? [i] : []))).toEqual([0, 60])
    expect(pictures.every(({ payload }) => payload.readIntBE(2, 3) === 0)).toBe(true)
    const shown = pictures.map(({ timestampMs }) => timestampMs)
    const due = () => {
      const numbers = sentNumbers(shown.length, remarks())
      const times = numbers.map((number) => Math.round((number * 1000) / 30))
      return times.map((time) => (shown[0] ?? 0) - (times[0] ?? 0) + time)
    }
    // What it says of those that it left out comes by another way than the pictures.
    await waitFor(() => due().at(-1) === shown.at(-1), 'the numbers of the pictures').catch(() => undefined)
    expect(shown).toEqual(due())
    expect(config(recording, 8)?.subarray(2, 4)).toEqual(Buffer.from([0x11, 0x90]))
    const heard = sounds(recording).map(({ timestampMs }) => timestampMs)
    expect(heard[0]).toBeLessThan(50)
    const steps = heard.slice(1).map((timestamp, i) => timestamp - (heard[i] ?? 0))
    // 1024 samples are 21.3 ms. Where pictures are left out, their sound is.
    const holes = steps.filter((step) => step !== 21 && step !== 22)
    await waitFor(() => holes.length <= [...remarks().matchAll(LEFT_OUT)].length, 'why sound is left out')
    expect(holes.every((step) => step > 1000)).toBe(true)
  })

  test('decodes without a fault', async () => {
    const { recording } = await onAir()
    const units = frames(recording).map(({ payload }) => {
      return { pts: 0, dts: 0, duration: 0, key: false, data: payload.subarray(5) }
    })
    const decoderConfig = config(recording, 9)?.subarray(5) ?? new Uint8Array()
    expect(await decodeWhole('h264', h264File(decoderConfig, units))).toMatchObject({
      ...{ width: 320, height: 180, profile: 'High', pix_fmt: 'yuv420p' },
      nb_read_frames: String(units.length),
    })
  })

  test('tells why it was refused', async () => {
    const reason = 'Not on a Sunday.'
    const { port } = await listen({
      decide: () => Promise.resolve({ allow: false, reason, closeReason: 'denied' }),
    })
    const answer = await start().publish(`rtmp://127.0.0.1:${port}/CHANNEL`)
    expect(answer).toMatchObject({
      kind: 'failure',
      error: { message: expect.stringContaining(reason) as string },
    })
  })

  test('tells that nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const answer = await start().publish(`rtmp://127.0.0.1:${port}/CHANNEL`)
    expect(answer).toMatchObject({
      kind: 'failure',
      error: { message: expect.stringContaining('Connection refused') as string },
    })
  })

  test('ends with 1 and a reason when the other side ends the connection', async () => {
    const { exited, recording, remarks } = await onAir()
    recording.publisher.close('operator-closed')
    expect(await exited).toEqual([1, null])
    const others = () => remarks().replaceAll(LEFT_OUT, '')
    await waitFor(() => others().endsWith('\n'), 'the reason')
    expect(others()).toMatch(/^Test picture: the connection ended: .+\n$/)
  })

  test.each([
    ['control is gone', (child: ChildProcess) => child.disconnect()],
    ['it is asked to', (child: ChildProcess) => child.kill('SIGTERM')],
  ])('says goodbye and ends with 0 when %s', async (_when, ask) => {
    const { child, exited, recording } = await onAir()
    ask(child)
    expect(await exited).toEqual([0, null])
    await waitFor(() => recording.closes.length > 0, 'the end of the publisher')
    expect(recording.closes).toMatchObject([{ reason: 'client-closed' }])
  })

  test('ends with 0 when control is gone before it was on air', async () => {
    const { child, exited } = start()
    child.disconnect()
    expect(await exited).toEqual([0, null])
  })
})
