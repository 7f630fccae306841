import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCapabilities } from './capabilities.ts'
import { SdpError } from './sdp-error.ts'

const CHROMIUM = readFileSync(join(import.meta.dirname, 'fixtures/chromium-capabilities.sdp'), 'utf8')
const offerOf = (...lines: string[]) => ['v=0', ...lines].join('\r\n')

describe('readCapabilities', () => {
  it('finds all codecs of Chromium', () => {
    const { videoCodecs, opus } = readCapabilities(CHROMIUM)
    expect([...videoCodecs].sort()).toEqual(['AV1', 'H264', 'VP8', 'VP9'])
    expect(opus).toBe(true)
  })

  it('takes it that a client which says nothing can receive every codec', () => {
    expect(readCapabilities(null)).toEqual({
      videoCodecs: new Set(['VP8', 'VP9', 'AV1', 'H264']),
      opus: true,
    })
  })

  it('takes names in any case, and leaves out codecs that we do not have', () => {
    const offer = offerOf('m=video 9 x 96 97 98', 'a=rtpmap:96 vp8/90000', 'a=rtpmap:97 H265/90000')
    expect(readCapabilities(offer)).toEqual({ videoCodecs: new Set(['VP8']), opus: false })
  })

  it.each([
    ['packetization-mode=1;profile-level-id=42e01f', true],
    ['profile-level-id=42e01f; packetization-mode=1', true],
    ['packetization-mode=0;profile-level-id=42e01f', false],
    ['profile-level-id=42e01f', false],
  ])('says of H.264 with %s: %s', (parameters, can) => {
    const offer = offerOf('m=video 9 x 96', 'a=rtpmap:96 H264/90000', `a=fmtp:96 ${parameters}`)
    expect(readCapabilities(offer).videoCodecs.has('H264')).toBe(can)
  })

  it('heeds what is in the bundle only, but not what the client would only send', () => {
    const bundled = offerOf('m=audio 0 x 111', 'a=bundle-only', 'a=recvonly', 'a=rtpmap:111 opus/48000/2')
    expect(readCapabilities(bundled).opus).toBe(true)
    expect(readCapabilities(bundled.replace('recvonly', 'sendonly')).opus).toBe(false)
  })

  it.each(['', 'hello', '{"sdp":"v=0"}', 'm=audio 9 x 111\r\nv=0'])('refuses what is no SDP: %j', (text) => {
    expect(() => readCapabilities(text)).toThrow(SdpError)
  })

  it('takes no longer for each line where there are many', () => {
    const maps = Array.from({ length: 8000 }, () => 'a=rtpmap:96 H264/90000')
    const parameters = Array.from({ length: 8000 }, () => 'a=fmtp:97 packetization-mode=0')
    const offer = offerOf('m=video 9 x 96', ...maps, ...parameters)
    const before = process.cpuUsage()
    expect(readCapabilities(offer).videoCodecs.size).toBe(0)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
  })

  it('gives a value or an SdpError, whatever the text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...CHROMIUM.split('\r\n')),
      fc
        .tuple(fc.constantFrom('a=rtpmap:', 'a=fmtp:96 ', 'm=', 'a=simulcast:', 'a=ssrc:'), fc.string())
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        try {
          expect(readCapabilities(offerOf(...lines)).videoCodecs).toBeInstanceOf(Set)
        } catch (error) {
          expect(error).toBeInstanceOf(SdpError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
