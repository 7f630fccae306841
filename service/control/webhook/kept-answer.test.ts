import { expect, test } from 'vitest'
import { KEPT_ANSWER_BYTES, keptAnswer, keptHeaders } from './kept-answer.ts'

const kept = (body: string) => keptAnswer(Buffer.from(body))

test('of headers those that help are kept, those that let somebody in are masked, others go', () => {
  const headers = {
    'content-type': 'text/html',
    date: 'Wed, 18 Nov 2026 04:41:16 GMT',
    'set-cookie': 'session=very-secret; HttpOnly',
    'www-authenticate': 'Bearer realm="very-secret"',
    authorization: 'very-secret',
    'x-auth-token': 'very-secret',
    'x-internal-host': 'very-secret.corp',
    location: 'https://sso.example/login?ticket=very-secret#very-secret',
    'x-request-id': 'a'.repeat(5000),
  }
  const result = keptHeaders(headers)
  expect(JSON.stringify(result)).not.toContain('very-secret')
  expect(result).toMatchObject({
    'content-type': 'text/html',
    'set-cookie': '***',
    'www-authenticate': '***',
    'x-auth-token': '***',
    location: 'https://sso.example/login?ticket=***#***',
    'x-request-id': 'a'.repeat(1024),
  })
  expect(Object.keys(result)).not.toContain('x-internal-host')
})

test('of a body the first 4 KiB are kept, whole characters of it', () => {
  expect(kept('é'.repeat(KEPT_ANSWER_BYTES))).toBe('é'.repeat(KEPT_ANSWER_BYTES / 2))
  expect(kept(`x${'é'.repeat(KEPT_ANSWER_BYTES)}`)).toBe(`x${'é'.repeat(KEPT_ANSWER_BYTES / 2 - 1)}`)
})

test.each([
  ['{"allow": true}', '{"allow": true}'],
  ['{"access_token": "very-secret", "n": 1}', '{"access_token":"***","n":1}'],
  ['{"a":[{"apiKey":"very-secret"}],"password":0}', '{"a":[{"apiKey":"***"}],"password":"***"}'],
  ['{"tokens":["x"]}', '{"tokens":["x"]}'],
  ['{"next":"https://x.example/?key=very-secret"}', '{"next":"https://x.example/?key=***"}'],
  ['<a href="http://u:very-secret@x.example/?t=very-secret">', '<a href="http://***@x.example/?t=***">'],
  ['', ''],
])('%s is kept as %s', (body, expected) => {
  expect(kept(body)).toBe(expected)
})
