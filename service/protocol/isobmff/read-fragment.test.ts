import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccessUnit, AudioTrack, VideoTrack } from '../../contract/media.ts'
import { ProtocolError } from '../protocol-error.ts'
import { writeInitSegment } from './init-segment.ts'
import { writeMediaFragment } from './media-fragment.ts'
import { FRAGMENT_START_BYTES, fragmentHeadBytes, readFragment } from './read-fragment.ts'
import { readInitSegment } from './read-init.ts'

const VIDEO: VideoTrack = {
  ...{ kind: 'video', codec: 'h264', timescale: 90_000, width: 640, height: 360, frameRate: 30 },
  ...{ bitRateBps: 1_000_000, decoderConfig: Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 0, 0) },
}
const AUDIO: AudioTrack = {
  ...{ kind: 'audio', codec: 'aac', timescale: 48_000, sampleRate: 48_000, channels: 2 },
  ...{ bitRateBps: 96_000, decoderConfig: Uint8Array.of(0x11, 0x90) },
}

const unit = (dts: number, pts: number, key: boolean, size: number): AccessUnit => ({
  ...{ dts, pts, key, duration: 0 },
  data: new Uint8Array(size).fill(size),
})
const SEGMENT = writeMediaFragment(9, [
  {
    ...{ kind: 'video', offset: 2 ** 40, startDts: 2 ** 40 - 6000, endDts: 2 ** 40 + 7000 },
    units: [
      unit(-6000, 0, true, 5),
      unit(-3000, 6000, false, 4),
      unit(0, -1000, false, 3),
      unit(4000, 9000, true, 0),
    ],
  },
  {
    ...{ kind: 'audio', offset: 480_000, startDts: 480_000, endDts: 482_048 },
    units: [unit(0, 0, true, 7), unit(1024, 1024, true, 8)],
  },
])
const HEAD_BYTES = SEGMENT.length - (5 + 4 + 3 + 7 + 8)

const valueOrError = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
  }
}

describe('readFragment', () => {
  it('needs no more than the head of a segment, whose length its first bytes tell', () => {
    expect(fragmentHeadBytes(SEGMENT.subarray(0, FRAGMENT_START_BYTES))).toBe(HEAD_BYTES)
    const { mediaOffset, runs } = readFragment(SEGMENT.subarray(0, HEAD_BYTES), SEGMENT.length)
    expect(mediaOffset).toBe(HEAD_BYTES)
    expect(runs).toEqual([
      {
        ...{ trackId: 1, startDts: 2 ** 40 - 6000, dataOffset: HEAD_BYTES },
        sizes: Int32Array.of(5, 4, 3, 0),
        durations: Int32Array.of(3000, 3000, 4000, 3000),
        compositions: Int32Array.of(6000, 9000, -1000, 5000),
        syncs: Uint8Array.of(1, 0, 0, 1),
      },
      {
        ...{ trackId: 2, startDts: 480_000, dataOffset: HEAD_BYTES + 12 },
        sizes: Int32Array.of(7, 8),
        durations: Int32Array.of(1024, 1024),
        compositions: new Int32Array(2),
        syncs: Uint8Array.of(1, 1),
      },
    ])
  })

  it('refuses a segment that is shorter or longer than it says', () => {
    expect(() => readFragment(SEGMENT.subarray(0, HEAD_BYTES - 1), SEGMENT.length)).toThrow(ProtocolError)
    for (const by of [-1, 1]) {
      expect(() => readFragment(SEGMENT, SEGMENT.length + by)).toThrow('the rest of a segment must be mdat')
    }
    expect(() => fragmentHeadBytes(new Uint8Array(1000))).toThrow('must begin with styp and moof')
  })

  it('throws nothing but ProtocolError, whatever byte is another, and never describes data outside', () => {
    const changes = fc.array(fc.tuple(fc.nat(HEAD_BYTES - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    let read = 0
    fc.assert(
      fc.property(changes, fc.nat(SEGMENT.length), (bytes, length) => {
        const bad = SEGMENT.slice()
        for (const [at, value] of bytes) bad[at] = value
        valueOrError(() => {
          for (const { dataOffset, sizes } of readFragment(bad, SEGMENT.length).runs) {
            expect(sizes.reduce((sum, size) => sum + size, dataOffset)).toBeLessThanOrEqual(SEGMENT.length)
          }
          read += 1
        })
        valueOrError(() => readFragment(bad.subarray(0, length), length))
      }),
      { numRuns: 3000 },
    )
    expect(read).toBeGreaterThan(0)
  })

  it('throws nothing but ProtocolError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) =>
        valueOrError(() => readFragment(bytes, bytes.length)),
      ),
    )
  })
})

describe('readInitSegment', () => {
  const init = writeInitSegment([VIDEO, AUDIO])

  it('tells of each track what a movie has to know', () => {
    const [video, audio, ...others] = readInitSegment(init)
    expect(others).toEqual([])
    expect(video).toMatchObject({ trackId: 1, kind: 'video', timescale: 90_000, width: 640, height: 360 })
    expect(audio).toMatchObject({ trackId: 2, kind: 'audio', timescale: 48_000, width: 0, height: 0 })
    const names = [video, audio].map((track) =>
      Buffer.from(track?.sampleEntry ?? []).toString('latin1', 4, 8),
    )
    expect(names).toEqual(['avc1', 'mp4a'])
  })

  it('throws nothing but ProtocolError, whatever byte is another', () => {
    fc.assert(
      fc.property(fc.nat(init.length - 1), fc.nat(255), fc.nat(init.length), (at, value, length) => {
        const bad = init.slice()
        bad[at] = value
        valueOrError(() => readInitSegment(bad))
        valueOrError(() => readInitSegment(bad.subarray(0, length)))
      }),
      { numRuns: 3000 },
    )
  })
})
