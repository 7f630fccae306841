import { expect, test } from 'vitest'
import { studioCodec } from './video-codec.ts'

const saying = (encodingInfo: (asked: MediaEncodingConfiguration) => Promise<{ supported: boolean }>) => ({
  mediaCapabilities: {
    encodingInfo: async (asked: MediaEncodingConfiguration) => ({
      ...{ smooth: true, powerEfficient: false },
      ...(await encodingInfo(asked)),
    }),
  },
})

test('H.264 where the browser encodes it', async () => {
  const asked: unknown[] = []
  const browser = saying(async (configuration) => {
    asked.push(configuration.type, configuration.video?.contentType)
    return { supported: true }
  })
  expect(await studioCodec(browser)).toBe('H264')
  expect(asked).toEqual(['webrtc', 'video/H264'])
})

test.each([
  ['does not', async () => ({ supported: false })],
  // Firefox 140.
  ['cannot tell', () => Promise.reject(new TypeError("'webrtc' is not a valid value"))],
])('VP8 where it %s', async (_, answer) => expect(await studioCodec(saying(answer))).toBe('VP8'))
