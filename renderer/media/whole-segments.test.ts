import { expect, it } from 'vitest'
import { withoutParts } from './whole-segments.ts'

const HEAD = '#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n'
const SEGMENT = '#EXT-X-MAP:URI="r0/init-0.mp4"\n#EXTINF:2.00000,\nr0/7.m4s\n'
const OPEN = '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02.000Z\n'

it('leaves out parts, their hints and reports, and that reloads are held; nothing else', () => {
  const lowLatency =
    HEAD +
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12.0,PART-HOLD-BACK=1.00450\n' +
    '#EXT-X-PART-INF:PART-TARGET=0.33483\n' +
    '#EXT-X-PART:DURATION=0.33333,URI="r0/7.0.m4s",INDEPENDENT=YES\n' +
    SEGMENT +
    OPEN +
    '#EXT-X-PART:DURATION=0.33333,URI="r0/8.0.m4s",INDEPENDENT=YES\n' +
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="r0/8.1.m4s"\n' +
    '#EXT-X-RENDITION-REPORT:URI="r1.m3u8",LAST-MSN=8,LAST-PART=0\n' +
    '#EXT-X-ENDLIST\n'
  expect(withoutParts(lowLatency)).toBe(`${HEAD}${SEGMENT}${OPEN}#EXT-X-ENDLIST\n`)
})

it('leaves another playlist as it is', () => {
  const usual = `${HEAD}#EXT-X-START:TIME-OFFSET=-6\n${SEGMENT}`
  expect(withoutParts(usual)).toBe(usual)
})
