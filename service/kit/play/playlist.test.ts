import { expect, it } from 'vitest'
import { isMultivariant, readMediaPlaylist, readVariants } from './playlist.ts'

const MULTIVARIANT = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=30.000
a/r0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"
a/r1.m3u8
`
const MEDIA = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="c/init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2030-01-01T00:00:00.000Z
#EXTINF:2.000,
c/7.m4s
#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/k?kid=A",IV=0x000102030405060708090A0B0C0D0E0F
#EXTINF:1.500,
c/8.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="d/init-0.mp4"
#EXT-X-KEY:METHOD=NONE
#EXTINF:2.000,
d/0.m4s
#EXT-X-ENDLIST
`

it('reads what variants there are', () => {
  expect(isMultivariant(MULTIVARIANT)).toBe(true)
  expect(readVariants(MULTIVARIANT, 'https://h/x/index.m3u8')).toEqual([
    {
      ...{ url: 'https://h/x/a/r0.m3u8', bandwidth: 900_000, averageBandwidth: 800_000 },
      ...{ codecs: 'avc1.4d401e,mp4a.40.2', width: 640, height: 360, frameRate: 30 },
    },
    {
      ...{ url: 'https://h/x/a/r1.m3u8', bandwidth: 96_000, averageBandwidth: null },
      ...{ codecs: 'mp4a.40.2', width: null, height: null, frameRate: null },
    },
  ])
})

it('reads segments, with what comes before each and what opens it', () => {
  const { segments, ended, targetDurationSeconds } = readMediaPlaylist(MEDIA, 'https://h/x/a/r0.m3u8')
  expect([ended, targetDurationSeconds]).toEqual([true, 2])
  expect(
    segments.map(({ sequence, durationSeconds, discontinuity }) => [
      sequence,
      durationSeconds,
      discontinuity,
    ]),
  ).toEqual([
    [7, 2, false],
    [8, 1.5, false],
    [9, 2, true],
  ])
  expect(segments.map(({ url, initUrl }) => [url, initUrl])).toEqual([
    ['https://h/x/a/c/7.m4s', 'https://h/x/a/c/init-0.mp4'],
    ['https://h/x/a/c/8.m4s', 'https://h/x/a/c/init-0.mp4'],
    ['https://h/x/a/d/0.m4s', 'https://h/x/a/d/init-0.mp4'],
  ])
  expect(segments[0]?.programDateTime).toEqual(new Date('2030-01-01T00:00:00.000Z'))
  expect(segments.map(({ key }) => key && key.uri)).toEqual([null, 'https://keys.example/k?kid=A', null])
  expect([...(segments[1]?.key?.iv ?? [])]).toEqual(Array.from({ length: 16 }, (_, i) => i))
})

it('reads the whole segments of a playlist that lists parts', () => {
  const parts = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12.0,PART-HOLD-BACK=1.00450
#EXT-X-PART-INF:PART-TARGET=0.33483
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="c/init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2030-01-01T00:00:00.000Z
#EXT-X-PART:DURATION=0.33333,URI="c/7.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.10000,URI="c/7.1.m4s"
#EXT-X-PART:DURATION=0.33333,URI="c/7.2.m4s"
#EXTINF:2.000,
c/7.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="d/init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2030-01-01T00:00:02.000Z
#EXT-X-PART:DURATION=0.33333,URI="d/0.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="d/0.1.m4s"
#EXT-X-RENDITION-REPORT:URI="r1.m3u8",LAST-MSN=8,LAST-PART=0
`
  const { segments, text } = readMediaPlaylist(parts, 'https://h/x/a/r0.m3u8')
  expect(segments.map(({ url, sequence }) => [url, sequence])).toEqual([['https://h/x/a/c/7.m4s', 7]])
  expect(text).toBe(parts)
})

it('refuses what is another kind of playlist', () => {
  expect(() => readVariants(MEDIA, 'https://h/m')).toThrow('https://h/m is not a multivariant playlist.')
  expect(() => readMediaPlaylist(MULTIVARIANT, 'https://h/m')).toThrow('https://h/m is not a media playlist.')
})
