import { describe, expect, it } from 'vitest'
import { findBoxes, readBoxes, readFragment } from '../../../test/support/boxes.ts'
import type { AccessUnit, AudioTrack, VideoTrack } from '../../contract/media.ts'
import { BoxWriter } from './box-writer.ts'
import { writeInitSegment } from './init-segment.ts'
import { writeMediaFragment } from './media-fragment.ts'

const VIDEO: VideoTrack = {
  ...{ kind: 'video', codec: 'h264', timescale: 90_000, width: 640, height: 360, frameRate: 30 },
  ...{ bitRateBps: 1_000_000, decoderConfig: Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 0, 0) },
}
const AUDIO: AudioTrack = {
  ...{ kind: 'audio', codec: 'aac', timescale: 48_000, sampleRate: 48_000, channels: 2 },
  ...{ bitRateBps: 96_000, decoderConfig: Uint8Array.of(0x11, 0x90) },
}

const unit = (dts: number, pts: number, key: boolean, size: number, duration = 3000): AccessUnit => ({
  ...{ dts, pts, duration, key },
  data: new Uint8Array(size).fill(size),
})

describe('writeInitSegment', () => {
  it('has a sample entry for each track and nothing in its tables', () => {
    const boxes = readBoxes(writeInitSegment([VIDEO, AUDIO]))
    expect(boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov'])
    const entries = findBoxes(boxes, 'moov/trak/mdia/minf/stbl/stsd').map(({ body }) => body.subarray(8))
    expect(entries.map((entry) => readBoxes(entry)[0]?.type)).toEqual(['avc1', 'mp4a'])
    const avc1 = readBoxes(entries[0] ?? Buffer.alloc(0))[0]?.body ?? Buffer.alloc(0)
    expect([avc1.readUInt16BE(24), avc1.readUInt16BE(26)]).toEqual([640, 360])
    const [avcC, pasp] = readBoxes(avc1.subarray(78))
    expect(avcC?.body).toEqual(Buffer.from(VIDEO.decoderConfig))
    expect(pasp?.body.toString('hex')).toBe('0000000100000001')
    // ISO/IEC 14496-12 8.3.2: 92 bytes, the size of the picture last.
    const headers = findBoxes(boxes, 'moov/trak/tkhd').map(({ body }) => body)
    expect(headers.map(({ length }) => length)).toEqual([84, 84])
    expect(headers[0]?.subarray(76).toString('hex')).toBe('0280000001680000')
    expect(findBoxes(boxes, 'moov/mvex/trex').map(({ body }) => body.readUInt32BE(4))).toEqual([1, 2])
    for (const type of ['stts', 'stsc', 'stco']) {
      const tables = findBoxes(boxes, `moov/trak/mdia/minf/stbl/${type}`)
      expect(tables.map(({ body }) => body.readUInt32BE(4))).toEqual([0, 0])
    }
  })

  it('refuses what is no decoder configuration, by name', () => {
    const wrong = Uint8Array.of(9, 9, 9)
    expect(() => writeInitSegment([{ ...VIDEO, decoderConfig: wrong }])).toThrow(
      'decoderConfig: must be an AVC',
    )
    expect(() => writeInitSegment([{ ...AUDIO, decoderConfig: new Uint8Array(1) }])).toThrow(
      'AudioSpecificConfig',
    )
  })
})

describe('writeMediaFragment', () => {
  it('keeps times, offsets, flags and data of reordered video beside audio', () => {
    const video = [
      unit(-6000, 0, true, 5),
      unit(-3000, 6000, false, 4),
      unit(0, -1000, false, 3),
      unit(4000, 9000, false, 0),
    ]
    const audio = [unit(0, 0, true, 7, 1024), unit(1024, 1024, true, 8, 1024)]
    const file = writeMediaFragment(9, [
      { kind: 'video', units: video, offset: 900_000, startDts: 894_000, endDts: 907_000 },
      { kind: 'audio', units: audio, offset: 480_000, startDts: 479_990, endDts: 482_048 },
    ])
    const boxes = readBoxes(file)
    expect(boxes.map(({ type }) => type)).toEqual(['styp', 'moof', 'mdat'])
    expect(findBoxes(boxes, 'moof/mfhd')[0]?.body.readUInt32BE(4)).toBe(9)
    const [v, a] = readFragment(file)
    expect(v?.samples.map(({ dts, pts, duration }) => [dts, pts, duration])).toEqual([
      [894_000, 900_000, 3000],
      [897_000, 906_000, 3000],
      [900_000, 899_000, 4000],
      [904_000, 909_000, 3000],
    ])
    expect(v?.samples.map(({ flags }) => flags)).toEqual([0x02000000, 0x01010000, 0x01010000, 0x01010000])
    expect(v?.samples.map(({ data }) => data.toString('hex'))).toEqual([
      '05'.repeat(5),
      '04'.repeat(4),
      '030303',
      '',
    ])
    expect(a?.samples.map(({ pts, duration, flags }) => [pts, duration, flags])).toEqual([
      [479_990, 1034, 0x02000000],
      [481_024, 1024, 0x02000000],
    ])
    expect(a?.samples.map(({ data }) => data.length)).toEqual([7, 8])
  })

  it('says what all samples share only once, and allocates exactly', () => {
    const size = (keys: readonly boolean[]) => {
      const units = keys.map((key, i) => unit(i * 3000, i * 3000, key, 1))
      const track = { kind: 'video', units, offset: 0, startDts: 0, endDts: units.length * 3000 } as const
      const file = writeMediaFragment(1, [track])
      expect(file.byteLength).toBe(file.buffer.byteLength)
      expect(readFragment(file)[0]?.samples.map(({ flags }) => flags === 0x02000000)).toEqual(keys)
      return file.length
    }
    const [ten, eleven] = [10, 11].map((n) => size(Array.from({ length: n }, (_, i) => i === 0)))
    expect((eleven ?? 0) - (ten ?? 0)).toBe(1 + 4) // the data and its size
    const mixed = [true, false, true, false]
    expect(size([...mixed, false]) - size(mixed)).toBe(1 + 8) // and flags
  })

  it('writes decoding times beyond 32 bits', () => {
    const start = 2 ** 33 + 12_345
    const track = {
      kind: 'audio',
      units: [unit(0, 0, true, 1)],
      offset: 0,
      startDts: start,
      endDts: start + 1,
    } as const
    expect(readFragment(writeMediaFragment(1, [track]))[0]?.startDts).toBe(start)
  })
})

describe('BoxWriter', () => {
  it('grows when the capacity was too small', () => {
    const writer = new BoxWriter(1)
    writer.box('test', () => writer.bytes(new Uint8Array(100).fill(7)))
    expect(readBoxes(writer.finish())).toMatchObject([{ type: 'test', body: Buffer.alloc(100, 7) }])
  })
})
