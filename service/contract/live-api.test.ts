import { describe, expect, it } from 'vitest'
import { createMultistreamChannelRequest, createRtmpChannelRequest } from './live-api.ts'

const takes = (members: object) => createMultistreamChannelRequest.safeParse(members).success

describe('the address of a webhook', () => {
  it.each(['', 'http://a.test', 'https://a.test:8443/hook?x=1#y', 'HTTPS://A.test/', 'http://[::1]:9/'])(
    'may be %j',
    (url) => {
      expect(takes({ event_webhook_url: url })).toBe(true)
      expect(takes({ auth_webhook_url: url })).toBe(true)
    },
  )
  it.each([
    ...[' http://a.test', 'http://a.test ', 'http://a.test/a b', 'x http://a.test', 'http:a.test', 'http:/a'],
    ...['//a.test', 'a.test', 'ftp://a.test', 'http://', 'http://[', 'http://a:99999/', 'http://?x'],
    ...['http://a.test/\u001b[31m', 'http://a.test/\0', 'http://a.test/\u202e', 'http://a.test/\u009b'],
    ...['http://ann@a.test', 'http://:secret@a.test', 'http://ann:secret@a.test'],
  ])('may not be %j', (url) => {
    expect(takes({ event_webhook_url: url })).toBe(false)
    expect(takes({ auth_webhook_url: url })).toBe(false)
  })
})

it.each([
  ['', true],
  ['https://keys.test/key', true],
  ['http://keys.test/key', false],
  ['https://ann@keys.test/key', false],
])('keys are handed out by https: %j is taken: %s', (encrypt_key_uri, isTaken) => {
  const channel = { hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: {} }], encrypt_key_uri }
  expect(createRtmpChannelRequest.safeParse(channel).success).toBe(isTaken)
})

it('addresses have at most 2,048 characters', () => {
  const url = `https://a.test/${'x'.repeat(2048 - 15)}`
  const hls = [{ durationSeconds: 2, startTimeOffset: -2, audio: {} }]
  for (const member of ['encrypt_key_uri', 'event_webhook_url', 'auth_webhook_url']) {
    const wrong = (value: string) =>
      createRtmpChannelRequest.safeParse({ hls, [member]: value }).error?.issues.map(({ path }) => path[0])
    expect(wrong(url)).toBeUndefined()
    expect(wrong(`${url}x`)).toEqual([member])
  }
})
