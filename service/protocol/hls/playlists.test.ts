import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateMediaPlaylist } from '../../../test/support/hls.ts'
import type { AudioTrack } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { decimal, quoted } from './attributes.ts'
import { BitRateMeter } from './bit-rate-meter.ts'
import { codecString } from './codec-string.ts'
import { writeMediaPlaylist } from './media-playlist.ts'
import type { ListedSegment } from './media-playlist.ts'
import { parseHlsPath } from './paths.ts'
import { PlaylistWindow } from './playlist-window.ts'
import { maximumSegmentSeconds, targetDuration } from './target-duration.ts'

const segment = (number: number, more: Partial<ListedSegment> = {}): ListedSegment => ({
  uri: `r0/${number}.m4s`,
  mapUri: 'r0/init-0.mp4',
  durationSeconds: 2,
  discontinuity: false,
  programDateTime: Date.parse('2026-01-01T00:00:00Z') + number * 2000,
  key: null,
  ...more,
})

describe('writeMediaPlaylist', () => {
  it('puts every EXT-X-MAP outside the scope of a key and gives every segment its own IV', () => {
    const key = (n: number) => ({ uri: 'https://keys.example/?kid="A"', ivHex: String(n).padStart(32, '0') })
    const text = writeMediaPlaylist({
      ...{ targetDuration: 2, mediaSequence: 7, discontinuitySequence: 1, startTimeOffset: -2, ended: true },
      segments: [
        segment(0, { key: key(0) }),
        segment(1, { key: key(1) }),
        segment(2, { key: key(2), mapUri: 'r0/init-1.mp4', discontinuity: true }),
        segment(3, { mapUri: 'r0/init-1.mp4' }),
      ],
    })
    expect(text).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-DISCONTINUITY-SEQUENCE:1
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-START:TIME-OFFSET=-2
#EXT-X-MAP:URI="r0/init-0.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/?kid=%22A%22",IV=0x00000000000000000000000000000000
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXTINF:2.00000,
r0/0.m4s
#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/?kid=%22A%22",IV=0x00000000000000000000000000000001
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02.000Z
#EXTINF:2.00000,
r0/1.m4s
#EXT-X-DISCONTINUITY
#EXT-X-KEY:METHOD=NONE
#EXT-X-MAP:URI="r0/init-1.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/?kid=%22A%22",IV=0x00000000000000000000000000000002
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:04.000Z
#EXTINF:2.00000,
r0/2.m4s
#EXT-X-KEY:METHOD=NONE
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06.000Z
#EXTINF:2.00000,
r0/3.m4s
#EXT-X-ENDLIST
`)
    const faults: string[] = []
    validateMediaPlaylist(text, 'http://localhost/', faults)
    expect(faults).toEqual([])
  })

  it.each([
    [-2, '-2'],
    [2, '2'],
    [0.25, '0.25'],
    [1e-7, '0.0000001'],
    [-1e21, '-1000000000000000000000'],
  ])('writes a start offset of %d as %s', (value, text) => {
    expect(decimal(value)).toBe(text)
  })

  it('lets no quote or line break into a quoted string', () => {
    expect(quoted('a"b\r\nc')).toBe('"a%22b%0D%0Ac"')
  })
})

describe('PlaylistWindow', () => {
  it('slides over discontinuities with both sequence numbers right, and stays legal', () => {
    const lengths = fc.array(fc.tuple(fc.double({ min: 0.001, max: 2.499, noNaN: true }), fc.boolean()), {
      minLength: 30,
      maxLength: 120,
    })
    fc.assert(
      fc.property(lengths, (list) => {
        const window = new PlaylistWindow({ targetDuration: 2, startTimeOffset: -2 })
        const numbers = new Map<string, string>()
        for (const [number, [durationSeconds, discontinuity]] of list.entries()) {
          const appended = segment(number, { durationSeconds, discontinuity: discontinuity && number > 0 })
          for (const { durationSeconds: lost } of window.append(appended)) expect(lost).toBeGreaterThan(0)
          const faults: string[] = []
          const playlist = validateMediaPlaylist(window.text(), 'http://localhost/', faults)
          expect(faults).toEqual([])
          // A segment keeps both numbers for as long as it is listed.
          for (const { uri, mediaSequenceNumber, discontinuitySequence } of playlist?.segments ?? []) {
            const both = `${mediaSequenceNumber} ${discontinuitySequence}`
            expect(numbers.get(uri) ?? both).toBe(both)
            numbers.set(uri, both)
          }
          const seconds = playlist?.segments.reduce((sum, { duration }) => sum + duration, 0) ?? 0
          if (playlist && playlist.mediaSequenceBase) {
            expect(seconds).toBeGreaterThan(29.99)
            expect(playlist.segments.length).toBeGreaterThanOrEqual(6)
          }
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('targetDuration', () => {
  it.each([
    [0.5, 1],
    [1, 1],
    [2, 2],
    [2.1, 3],
    [60, 60],
  ])('for segments of %d s is %d', (seconds, target) => {
    expect(targetDuration(seconds)).toBe(target)
    expect(Math.round(maximumSegmentSeconds(seconds))).toBe(target)
    expect(maximumSegmentSeconds(seconds)).toBeGreaterThan(seconds + 1 / 3)
  })
})

describe('BitRateMeter', () => {
  it('measures the peak over 0.5 to 1.5 target durations, so that a tiny segment is none', () => {
    const meter = new BitRateMeter(2)
    meter.add(50_000, 0.04)
    expect(meter.peakBps).toBe(0)
    meter.add(200_000, 1.96)
    expect(meter.peakBps).toBe(1_000_000)
    meter.add(500_000, 2)
    meter.add(100_000, 2)
    expect(meter.peakBps).toBe(2_000_000)
    expect(meter.averageBps).toBe(Math.round((850_000 * 8) / 6))
  })
})

describe('codecString', () => {
  it.each([
    [[0x11, 0x90], 'mp4a.40.2'],
    [[0x2b, 0x92], 'mp4a.40.5'],
    [[0xf8, 0xe6], 'mp4a.40.39'],
  ])('of an AudioSpecificConfig %j is %s', (bytes, text) => {
    const track: AudioTrack = {
      ...{ kind: 'audio', codec: 'aac', timescale: 48_000, sampleRate: 48_000, channels: 2 },
      ...{ bitRateBps: 96_000, decoderConfig: Uint8Array.from(bytes) },
    }
    expect(codecString([track])).toBe(text)
  })
})

describe('parseHlsPath', () => {
  const [channel, connection] = [newId(), newId()]

  it.each([
    [`${channel}/index.m3u8`, 'playlist', null],
    [`${channel}/r0.m3u8`, 'playlist', null],
    [`${channel}/${connection}/index.m3u8`, 'playlist', connection],
    [`${channel}/${connection}/r15/1234.m4s`, 'segment', connection],
    [`${channel}/${connection}/r0/init-0.mp4`, 'init', connection],
  ])('takes %s', (path, kind, connectionId) => {
    expect(parseHlsPath(path)).toEqual({ kind, channelId: channel, connectionId, path })
  })

  it.each([
    '',
    channel,
    `${channel}/`,
    `${channel}/../${channel}/index.m3u8`,
    `${channel}/%2e%2e/index.m3u8`,
    `${channel}/r00.m3u8`,
    `${channel}/r-1.m3u8`,
    `${channel}/r0/0.m4s`,
    `${channel}/${connection}/r0/00.m4s`,
    `${channel}/${connection}/r0/0.m4s.1.tmp`,
    `${channel}/${connection}/r0/0.m4s\n`,
    `${channel.toLowerCase()}/index.m3u8`,
    `/${channel}/index.m3u8`,
    `${channel}\\${connection}\\index.m3u8`,
  ])('knows nothing of %j', (path) => {
    expect(parseHlsPath(path)).toBeNull()
  })
})
