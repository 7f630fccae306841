import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LimitError, ProtocolError } from '../protocol-error.ts'
import { ChunkReader } from './chunk-reader.ts'
import type { ChunkLimits } from './chunk-reader.ts'
import { encodeMessage } from './chunk-writer.ts'
import type { RtmpMessage } from './message.ts'

const LIMITS: ChunkLimits = {
  chunkStreams: 64,
  messageBytes: 8 << 20,
  commandBytes: 64 << 10,
  bufferedBytes: 16 << 20,
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Everything that comes out of `parts`, each given to the reader in a buffer that is then overwritten. */
function read(parts: readonly Uint8Array[], limits: ChunkLimits = LIMITS): RtmpMessage[] {
  const messages: RtmpMessage[] = []
  const reader = new ChunkReader(limits, (type, timestampMs, streamId, payload) => {
    messages.push({ type, timestampMs, streamId, payload })
  })
  for (const part of parts) {
    const reused = Buffer.from(part)
    expect(reader.push(reused, 0, reused.length)).toBe(reused.length)
    reused.fill(0xee)
  }
  return messages
}

/** What comes out before the reader refuses the bytes, and how it refuses them. */
function readUntilRefused(parts: readonly Uint8Array[]): { types: number[]; error: string | null } {
  const types: number[] = []
  const reader = new ChunkReader(LIMITS, (type) => types.push(type))
  try {
    for (const part of parts) reader.push(Buffer.from(part), 0, part.length)
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
    return { types, error: String(error) }
  }
  return { types, error: null }
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const parts: Buffer[] = []
  let at = 0
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return parts
}

const video = (payload: Uint8Array, timestampMs = 0): RtmpMessage => ({
  type: 9,
  streamId: 1,
  timestampMs,
  payload,
})

const anyMessage = fc.record<RtmpMessage>({
  type: fc.constantFrom(3, 4, 8, 9, 18, 20),
  streamId: fc.nat({ max: 0xffffffff }),
  timestampMs: fc.oneof(
    fc.nat({ max: 0xffffffff }),
    fc.constantFrom(0, 0xfffffe, 0xffffff, 0x1000000, 0xffffffff),
  ),
  payload: fc.uint8Array({ maxLength: 700 }),
})
const anyChunkStream = fc.constantFrom(2, 3, 63, 64, 319, 320, 65_599)
const anyChunkSize = fc.integer({ min: 1, max: 300 })
const anyCuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })

function setChunkSize(bytes: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(bytes)
  return encodeMessage(2, { type: 1, streamId: 0, timestampMs: 0, payload }, 128)
}

describe('ChunkReader', () => {
  it('gives a short message memory of its own: who keeps it keeps nothing else', () => {
    const [message] = read([encodeMessage(4, video(hex('2701000000')), 128)])
    expect(message?.payload.buffer.byteLength).toBe(5)
  })

  it('reads back what encodeMessage wrote, however it is cut', () => {
    const run = fc.tuple(
      fc.array(fc.tuple(anyChunkStream, anyMessage), { maxLength: 8 }),
      anyChunkSize,
      anyCuts,
    )
    fc.assert(
      fc.property(run, ([messages, size, cuts]) => {
        const bytes = Buffer.concat([
          setChunkSize(size),
          ...messages.map(([chunkStream, message]) => encodeMessage(chunkStream, message, size)),
        ])
        const expected = messages.map(([, m]) => ({ ...m, payload: Buffer.from(m.payload) }))
        expect(read(cut(bytes, cuts))).toEqual(expected)
      }),
    )
  })

  it('does not depend on how the bytes are cut, whatever they are', () => {
    const noise = fc.uint8Array({ maxLength: 300 })
    const begun = fc.tuple(anyMessage, noise).map(([m, n]) => Buffer.concat([encodeMessage(3, m, 128), n]))
    fc.assert(
      fc.property(fc.oneof(noise, begun), anyCuts, (bytes, cuts) => {
        expect(readUntilRefused(cut(Buffer.from(bytes), cuts))).toEqual(readUntilRefused([bytes]))
      }),
      { numRuns: 1000 },
    )
  })

  it('puts messages of interleaved chunk streams together', () => {
    const a = encodeMessage(4, { ...video(Buffer.alloc(300, 0xaa)), type: 8 }, 128)
    const b = encodeMessage(6, video(Buffer.alloc(300, 0xbb)), 128)
    const [a1, a2, a3] = [a.subarray(0, 140), a.subarray(140, 269), a.subarray(269)]
    const [b1, b2, b3] = [b.subarray(0, 140), b.subarray(140, 269), b.subarray(269)]
    const messages = read([Buffer.concat([a1, b1, b2, a2, b3, a3])])
    expect(messages.map(({ type, payload }) => [type, payload])).toEqual([
      [9, Buffer.alloc(300, 0xbb)],
      [8, Buffer.alloc(300, 0xaa)],
    ])
  })

  it('adds the differences of types 1 and 2, and repeats them for type 3', () => {
    const messages = read([
      hex('04 000064 000001 08 01000000 aa'), // type 0 at 100
      hex('44 000017 000002 08 bbbb'), // type 1, 23 later, 2 bytes
      hex('84 000018 cccc'), // type 2, 24 later
      hex('c4 dddd'), // type 3, again 24 later
    ])
    expect(messages.map(({ timestampMs }) => timestampMs)).toEqual([100, 123, 147, 171])
    expect(messages.map(({ payload }) => payload.length)).toEqual([1, 2, 2, 2])
    expect(messages.every(({ type, streamId }) => type === 8 && streamId === 1)).toBe(true)
  })

  it('repeats the time of a type 0 chunk as the difference of the type 3 chunk behind it', () => {
    const messages = read([hex('04 000021 000001 08 01000000 aa c4 bb')])
    expect(messages.map(({ timestampMs }) => timestampMs)).toEqual([33, 66])
  })

  it('reads extended timestamps, also in type 3 chunks inside and between messages', () => {
    const long = Buffer.alloc(200, 7)
    const head = hex('06 ffffff 0000c8 09 01000000 01000000')
    const inside = Buffer.concat([head, long.subarray(0, 128), hex('c6 01000000'), long.subarray(128)])
    const difference = hex('46 ffffff 000001 09 00ffffff aa c6 00ffffff bb')
    expect(
      read([inside, difference]).map(({ timestampMs, payload }) => [timestampMs, payload.length]),
    ).toEqual([
      [0x1000000, 200],
      [0x1ffffff, 1],
      [0x2fffffe, 1],
    ])
  })

  it('wraps timestamps at 2^32', () => {
    const messages = read([hex('04 ffffff 000001 08 01000000 fffffff0 aa 44 000020 000001 08 bb')])
    expect(messages.map(({ timestampMs }) => timestampMs)).toEqual([0xfffffff0, 0x10])
  })

  it('hands on messages of no bytes', () => {
    expect(read([encodeMessage(6, video(Buffer.alloc(0), 5), 128)])).toEqual([video(Buffer.alloc(0), 5)])
  })

  it('drops an aborted message and reads the next one', () => {
    const begun = encodeMessage(6, video(Buffer.alloc(300, 1)), 128).subarray(0, 140)
    const abort = encodeMessage(2, { ...video(hex('00000006')), type: 2, streamId: 0 }, 128)
    const next = encodeMessage(6, video(Buffer.alloc(3, 2)), 128)
    expect(read([Buffer.concat([begun, abort, next])]).map(({ payload }) => payload)).toEqual([
      Buffer.alloc(3, 2),
    ])
  })

  it('stops behind a message when told to, and goes on from there', () => {
    const bytes = Buffer.concat([1, 2].map((value) => encodeMessage(6, video(Buffer.alloc(5, value)), 128)))
    const seen: number[] = []
    const reader = new ChunkReader(LIMITS, (_type, _time, _stream, payload) => {
      seen.push(payload[0] ?? 0)
      reader.stop()
    })
    const at = reader.push(bytes, 0, bytes.length)
    expect([at, seen]).toEqual([bytes.length / 2, [1]])
    expect(reader.push(bytes, at, bytes.length)).toBe(bytes.length)
    expect(seen).toEqual([1, 2])
  })

  it('holds memory as it comes, not as it is promised', () => {
    const reader = new ChunkReader(LIMITS, () => undefined)
    const bytes = encodeMessage(6, video(Buffer.alloc(8 << 20)), 1000).subarray(0, 1012)
    reader.push(Buffer.concat([setChunkSize(1000), bytes]), 0, 16 + 1012)
    expect(reader.bufferedBytes).toBeLessThan(300_000)
  })

  it.each([
    ['a chunk size of 0', setChunkSize(0), 'chunk size must be from 1 to 16777215, not 0'],
    ['a chunk size of 2^31', setChunkSize(2 ** 31), 'not 2147483648'],
    ['a chunk size of 2^24', setChunkSize(2 ** 24), 'not 16777216'],
    ['SetChunkSize of one byte', hex('02 000000 000001 01 00000000 01'), 'SetChunkSize must have 4 bytes'],
    ['Abort of one byte', hex('02 000000 000001 02 00000000 01'), 'Abort must have 4 bytes'],
    ['a type 2 chunk at first', hex('85 000000'), 'chunk stream 5 has no header'],
    ['a type 3 chunk at first', hex('c5 00'), 'chunk stream 5 has no header'],
    [
      'a header inside a message',
      Buffer.concat([
        encodeMessage(6, video(Buffer.alloc(300)), 128).subarray(0, 140),
        hex('06 000000000001'),
      ]),
      null,
    ],
  ])('refuses %s', (_name, bytes, message) => {
    const whole = message === null ? Buffer.concat([bytes, Buffer.alloc(20)]) : bytes
    expect(() => read([whole])).toThrow(ProtocolError)
    expect(() => read([whole])).toThrow(message ?? 'a message begins inside another')
  })

  it.each<[string, Uint8Array[], Partial<ChunkLimits>]>([
    ['too long a message', [encodeMessage(6, video(Buffer.alloc(9)), 128)], { messageBytes: 8 }],
    [
      'too long a command',
      [encodeMessage(3, { ...video(Buffer.alloc(9)), type: 20 }, 128)],
      { commandBytes: 8 },
    ],
    [
      'too many chunk streams',
      [3, 4, 5].map((id) => encodeMessage(id, video(Buffer.alloc(1)), 128)),
      { chunkStreams: 2 },
    ],
    [
      'too much unfinished',
      [3, 4, 5].map((id) => encodeMessage(id, video(Buffer.alloc(200)), 128).subarray(0, 140)),
      { bufferedBytes: 599 },
    ],
  ])('refuses %s', (_name, parts, limits) => {
    expect(() => read(parts, { ...LIMITS, ...limits })).toThrow(LimitError)
  })
})
