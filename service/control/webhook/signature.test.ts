import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { signatureHeaders } from './signature.ts'

describe('signature', () => {
  it('is what the Standard Webhooks library verifies', () => {
    const body = '{"reason":"日本語 \\u0000 ✓"}'
    for (let length = 24; length <= 64; length++) {
      const secret = `whsec_${randomBytes(length).toString('base64')}`
      const headers = signatureHeaders(secret, 'msg_1', Date.now(), body)
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body))
      const other = new Webhook(`whsec_${randomBytes(32).toString('base64')}`)
      expect(() => other.verify(body, { ...headers })).toThrow('No matching signature')
      expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow('No matching signature')
    }
  })

  it('is the example of the specification', () => {
    const headers = signatureHeaders(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330_000,
      '{"test": 2432232314}',
    )
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})
