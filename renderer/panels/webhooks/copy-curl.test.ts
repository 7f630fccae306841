import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { retryingDetail } from '../../../test/support/console-webhook-scenes.ts'
import { curlOfAttempt } from './copy-curl.ts'

/** The words that curl would get from a shell. */
const words = (line: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

it('the line sends the very bytes and headers of the attempt', () => {
  const body = '{"name":"it\'s $HOME"}'
  const first = { ...retryingDetail.attemptsMade[0], requestHeaders: { 'webhook-signature': 'v1,first' } }
  const event = { ...retryingDetail, body, attemptsMade: [first, ...retryingDetail.attemptsMade.slice(1)] }
  const [given, ofFirst] = [curlOfAttempt(event as never), curlOfAttempt(event as never, 1)]
  const got = words(given ?? '')
  expect(got.slice(0, 3)).toEqual(['-X', 'POST', retryingDetail.url])
  expect(got).toContain('webhook-signature: v1,K5oZfzN90Q9UKLxRCz1oYpC2X1hF3bVwqk8u0zJh0sE=')
  expect(got.at(-1)).toBe(body)
  expect(words(ofFirst ?? '')).toContain('webhook-signature: v1,first')
})

it('there is none before the first attempt, nor of attempts that earlier versions made', () => {
  expect(curlOfAttempt({ ...retryingDetail, attemptsMade: [] })).toBeNull()
  const [attempt] = retryingDetail.attemptsMade
  const old = { ...attempt, requestHeaders: null }
  expect(curlOfAttempt({ ...retryingDetail, attemptsMade: [old as never] })).toBeNull()
})
