import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame, LENGTH_BYTES } from './frame-codec.ts'
import { FrameReader } from './frame-reader.ts'
import { LinkProtocolError } from './frames.ts'
import type { HelloFrame, LinkFrame } from './frames.ts'

const unit = { pts: 100_040.5, dts: -2, duration: 33, key: true, data: Buffer.from([0, 0, 0, 1, 101]) }
const frames: (LinkFrame | HelloFrame)[] = [
  { type: 'hello', token: 'tökén' },
  {
    type: 'plan',
    plan: {
      video: {
        codec: 'h264',
        decoderConfig: new Uint8Array([1, 100, 0, 31]),
        outputs: [
          {
            width: 640,
            height: 360,
            frameRate: 30,
            bitRateBps: 800_000,
            profile: 'main',
            segmentSeconds: 2,
          },
        ],
      },
      audio: {
        codec: 'aac',
        decoderConfig: new Uint8Array([18, 16]),
        sampleRate: 44_100,
        channels: 2,
        outputs: [{ bitRateBps: 96_000 }],
      },
      preset: 'veryfast',
    },
  },
  { type: 'plan', plan: { video: null, audio: null, preset: 'veryfast' } },
  { type: 'video', unit },
  { type: 'audio', unit: { ...unit, key: false, data: Buffer.alloc(0) } },
  { type: 'video-config', decoderConfig: Buffer.from([1, 2]) },
  { type: 'audio-config', decoderConfig: Buffer.from([3]) },
  { type: 'end' },
  {
    type: 'track',
    kind: 'audio',
    index: 1,
    track: {
      kind: 'audio',
      codec: 'aac',
      timescale: 48_000,
      sampleRate: 48_000,
      channels: 2,
      bitRateBps: 96_000,
      decoderConfig: new Uint8Array([17, 144]),
    },
  },
  { type: 'unit', kind: 'video', index: 15, unit },
  { type: 'unit', kind: 'audio', index: 0, unit },
  {
    type: 'finished',
    stats: {
      videoUnits: 1,
      audioUnits: 2,
      videoFrames: 3,
      audioFrames: 4,
      decodeErrors: 5,
      videoOutputs: [6],
      audioOutputs: [7, 8],
    },
  },
  {
    type: 'sound-measured',
    measured: { peaksDb: [-12.5, -120], shortTermLufs: -18.4, silentMs: null },
  },
  { type: 'picture-measured', measured: { blackMs: 2500, frozenMs: null } },
  { type: 'failed', message: 'no decoder' },
  {
    type: 'source',
    source: { kind: 'video', codec: 'vp8', width: 640, height: 360, decoderConfig: new Uint8Array() },
  },
  {
    type: 'source',
    source: {
      ...{ kind: 'audio', codec: 'opus', sampleRate: 48_000, channels: 2 },
      decoderConfig: new Uint8Array([1]),
    },
  },
  { type: 'key-wanted' },
  { type: 'file', path: 'channel/r0/7.m4s', bytes: Buffer.from([1, 2, 3]), onDisk: true },
  { type: 'file', path: 'channel/index.m3u8', bytes: Buffer.alloc(0), onDisk: false },
  { type: 'gone', path: 'channel/r0' },
  { type: 'packet', track: 70_000, layer: 2, begins: true, bytes: Buffer.from([0x80, 96, 0, 1]) },
  { type: 'packet', track: 0, layer: 0, begins: false, bytes: Buffer.alloc(0) },
  { type: 'room', message: { what: 'wanted', track: 3, wanted: true } },
]

function bytesOf(frame: LinkFrame | HelloFrame): Buffer {
  const { header, payload } = encodeFrame(frame)
  return Buffer.concat([header, payload])
}

function readAll(reader: FrameReader, chunk: Buffer): (LinkFrame | HelloFrame)[] {
  reader.push(chunk)
  const found: (LinkFrame | HelloFrame)[] = []
  for (let body = reader.next(); body; body = reader.next()) found.push(decodeFrame(body))
  return found
}

describe('frames on the wire', () => {
  test.each(frames.map((frame) => [frame.type, frame] as const))(
    '%s comes back as it was',
    (_type, frame) => {
      expect(decodeFrame(bytesOf(frame).subarray(LENGTH_BYTES))).toEqual(frame)
    },
  )

  test.each([1, 2, 3, 5, 7, 64, 100_000])(
    'a stream cut into chunks of %d bytes gives every frame',
    (size) => {
      const stream = Buffer.concat(frames.map(bytesOf))
      const reader = new FrameReader(1024)
      const found = []
      for (let at = 0; at < stream.length; at += size) {
        found.push(...readAll(reader, stream.subarray(at, at + size)))
      }
      expect(found).toEqual(frames)
    },
  )

  test('a frame within one chunk is not copied', () => {
    const stream = bytesOf({ type: 'video', unit })
    const reader = new FrameReader(1024)
    reader.push(stream)
    expect(reader.next()?.buffer).toBe(stream.buffer)
  })

  test('a frame above the limit is refused by its length alone', () => {
    const reader = new FrameReader(64)
    reader.push(Buffer.from([0, 0, 0, 65]))
    expect(() => reader.next()).toThrow(LinkProtocolError)
  })

  test.each([
    ['no type', []],
    ['an unknown type', [99]],
    ['a unit without times', [2, 0, 0]],
    [
      'a unit at no time',
      [2, 0, 0, 0, ...Buffer.from('7ff8000000000000', 'hex'), ...Array<number>(16).fill(0)],
    ],
    ['a file without a path', [48, 1, 0]],
    ['a packet without a track', [64, 1, 0, 1]],
    ['a message of a room that is no JSON', [65, 123]],
    ['a file with less than its path', [48, 1, 0, 3, 97, 98]],
    ['a plan that is no JSON', [1, 123]],
    ['a plan without members', [1, ...Buffer.from('null')]],
    ['a source that is no JSON', [32, 123]],
    ['a source without members', [32, ...Buffer.from('null')]],
  ])('%s is a protocol error', (_what, bytes) => {
    expect(() => decodeFrame(Buffer.from(bytes))).toThrow(LinkProtocolError)
  })
})
