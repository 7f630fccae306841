import { expect, it } from 'vitest'
import { createMultistreamChannelRequest } from '../../contract/live-api.ts'
import { encryptKeyUriOf, renditionsOf } from './channel.ts'

it('a channel without HLS has no renditions, and no key', () => {
  const spec = { kind: 'webrtc', settings: createMultistreamChannelRequest.parse({}) } as const
  expect(renditionsOf(spec)).toEqual([])
  expect(encryptKeyUriOf(spec)).toBe('')
})
