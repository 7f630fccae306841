import { expect, it } from 'vitest'
import { loggedCall } from './use-snippet.ts'

const BASES = { liveBaseUrl: 'http://127.0.0.1:8082', optionBaseUrl: 'http://127.0.0.1:8081' }
const logged = (operation: string, text: string | null, cut = false) =>
  loggedCall({ api: 'option', operation, request: text === null ? null : { text, cut } }, BASES)

it('a logged call is written again with what it sent', () => {
  expect(logged('GET /api/chat', '{"limit":5}')?.url).toBe('http://127.0.0.1:8081/api/chat?limit=5')
  expect(logged('POST /api/chat', '{"body":"hi"}')?.body).toBe('{ "body": "hi" }')
  expect(logged('GET /api/schedule', null)?.url).toBe('http://127.0.0.1:8081/api/schedule')
})

it('one that is not known whole is not written', () => {
  expect(logged('POST /api/chat', '{"body":"hi', true)).toBeNull()
  expect(logged('POST /api/chat', 'no JSON')).toBeNull()
  expect(logged('(unknown) GET /api/shedule', '{}')).toBeNull()
})
