import { describe, expect, it, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import type { WebhookAttempt, WebhookDetail } from '../../../../service/contract/console/webhooks.ts'
import { headerLines, TOLERANCE_SECONDS, verify, whatChanged, type Evidence } from './verify.ts'

// The example of the specification.
const EXAMPLE: Evidence = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: headerLines({
    'content-type': 'application/json',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }),
}
const AT = 1614265330_000
const withHeader = (pattern: RegExp, text: string): Evidence => ({
  ...EXAMPLE,
  headers: EXAMPLE.headers.replace(pattern, text),
})
const signature = (text: string) => withHeader(/webhook-signature:.*/, `webhook-signature: ${text}`)

describe('a signature', () => {
  it.each([
    ['as in the specification', EXAMPLE],
    ['with spaces around the secret', { ...EXAMPLE, secret: ` ${EXAMPLE.secret}\n` }],
    ['with names in capitals and other ends of lines', withHeader(/webhook-id/, 'Webhook-ID')],
    ['pasted from a page', { ...EXAMPLE, headers: EXAMPLE.headers.replaceAll('\n', '\r\n  ') }],
    [
      'beside others, as while a secret is rotated',
      signature(`v1,${'A'.repeat(43)}= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=`),
    ],
  ])('is valid %s', (_, evidence) => {
    expect(verify(evidence, AT)).toEqual({ kind: 'valid' })
  })

  it('does not fit where a byte was changed, or the secret is another', () => {
    const mismatch = { kind: 'mismatch', id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' }
    expect(verify({ ...EXAMPLE, body: `${EXAMPLE.body} ` }, AT)).toEqual(mismatch)
    expect(verify({ ...EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx' }, AT)).toEqual(mismatch)
    expect(verify(withHeader(/1614265330/, '1614265331'), AT)).toEqual(mismatch)
    expect(verify(withHeader(/msg_p5/, 'msg_p6'), AT)).toMatchObject({ kind: 'mismatch' })
    expect(verify(signature(`v1,${'A'.repeat(43)}=`), AT)).toEqual(mismatch)
  })

  it('is too old or too early by the rule of the library', () => {
    const [body, secret] = [EXAMPLE.body, EXAMPLE.secret]
    const library = (now: number) => {
      vi.useFakeTimers({ now })
      try {
        const lines = EXAMPLE.headers.split('\n').map((line) => line.split(': '))
        new Webhook(secret).verify(body, Object.fromEntries(lines) as Record<string, string>)
        return 'valid'
      } catch (error) {
        return /too (old|new)/.exec(String(error))?.[1] === 'old' ? 'old' : 'early'
      } finally {
        vi.useRealTimers()
      }
    }
    for (const off of [
      -TOLERANCE_SECONDS - 1,
      -TOLERANCE_SECONDS,
      0,
      TOLERANCE_SECONDS,
      TOLERANCE_SECONDS + 1,
    ]) {
      const now = AT + off * 1000
      expect(verify(EXAMPLE, now).kind, String(off)).toBe(library(now))
    }
    expect(verify(EXAMPLE, AT + 3_600_000)).toEqual({ kind: 'old', seconds: 3600 })
    expect(verify(EXAMPLE, AT - 3_600_000)).toEqual({ kind: 'early', seconds: 3600 })
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)('needs %s', (header) => {
    const missing = { kind: 'missing', header }
    expect(verify(withHeader(new RegExp(`${header}:.*`), ''), AT)).toEqual(missing)
    expect(verify(withHeader(new RegExp(`${header}:.*`), `${header}:`), AT)).toEqual(missing)
  })

  it('needs headers and a secret of their form', () => {
    const malformed = (header: string) => ({ kind: 'malformed', header })
    expect(verify(withHeader(/1614265330/, 'today'), AT)).toEqual(malformed('webhook-timestamp'))
    expect(verify(withHeader(/1614265330/, '-1'), AT)).toEqual(malformed('webhook-timestamp'))
    for (const text of ['g0hM9SsE', 'v2,g0hM9SsE', 'v1,', 'v1 g0hM9SsE']) {
      expect(verify(signature(text), AT)).toEqual(malformed('webhook-signature'))
    }
    for (const secret of ['', 'whsec_', 'whsec_???', 'not base64!']) {
      expect(verify({ ...EXAMPLE, secret }, AT)).toEqual({ kind: 'secret' })
    }
  })
})

describe('what was changed', () => {
  const attempt = {
    requestHeaders: {
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  } as unknown as WebhookAttempt
  const sent = {
    body: EXAMPLE.body,
    attemptsMade: [{ requestHeaders: null }, attempt],
  } as unknown as WebhookDetail

  it('is told by what the log has', () => {
    expect(whatChanged(EXAMPLE, sent)).toBe('secret')
    expect(whatChanged({ ...EXAMPLE, body: '{}' }, sent)).toBe('body')
    expect(whatChanged(withHeader(/1614265330/, '1614265331'), sent)).toBe('webhook-timestamp')
    expect(whatChanged(signature('v1,x'), sent)).toBe('webhook-signature')
  })
})
