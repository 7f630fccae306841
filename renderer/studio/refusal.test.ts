import { expect, test } from 'vitest'
import type { TFunction } from 'i18next'
import { reasonOf, refusalText } from './refusal.ts'

const t = ((key: string) => key) as TFunction
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

test('the reason of the engine is told, else what the SDK says', () => {
  const closed = Object.assign(new Error('Signaling failed. CloseEventCode:4490'), {
    reason: 'TRANSPORT-FAILED',
  })
  expect(reasonOf(closed)).toBe('TRANSPORT-FAILED')
  expect(reasonOf(Object.assign(new Error('no answer'), { reason: '' }))).toBe('no answer')
  expect(reasonOf('odd')).toBe('odd')
})

test.each([
  ['TRANSPORT-FAILED', 'airdesk-1.localhost', FIREFOX, 'studio.noMediaInFirefox'],
  ['TRANSPORT-FAILED', 'desk.example', FIREFOX, 'studio.noMedia'],
  ['TRANSPORT-FAILED', '127.0.0.1', CHROME, 'studio.noMedia'],
  ['CHANNEL-NOT-FOUND', '127.0.0.1', FIREFOX, 'CHANNEL-NOT-FOUND'],
])('%s at %s, in %s', (reason, host, agent, text) => expect(refusalText(t, reason, host, agent)).toBe(text))
