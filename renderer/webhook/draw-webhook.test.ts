import { expect, it } from 'vitest'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { causeText, drawAttempt, drawEvent, resultText } from './draw-webhook.ts'

const t = consoleTexts('en')

const NOW = 1000
type Outcome = Parameters<typeof resultText>[1]
const outcome = (fields: Partial<Outcome>): Outcome => ({
  state: 'delivered',
  lastStatus: null,
  lastErrorClass: null,
  nextAttemptAt: null,
  pausedAt: null,
  givenUpFor: null,
  ...fields,
})

it.each<[Partial<Outcome>, string, string]>([
  [{ lastStatus: 204 }, 'ok', '204'],
  [{ state: 'allowed', lastStatus: 200 }, 'ok', 'Allowed'],
  [{ state: 'denied', lastStatus: 200 }, 'denied', 'Denied'],
  [{ state: 'denied', lastErrorClass: 'timeout' }, 'denied', 'Denied: No answer in time'],
  [{ state: 'pending', nextAttemptAt: NOW }, 'waiting', 'Waiting'],
  [{ state: 'pending', lastStatus: 200, nextAttemptAt: NOW }, 'waiting', 'Waiting'],
  [
    { state: 'pending', lastStatus: 500, lastErrorClass: 'status', nextAttemptAt: 9000 },
    'retry',
    '500, retry @9000',
  ],
  [
    { state: 'pending', lastErrorClass: 'refused', nextAttemptAt: NOW },
    'retry',
    'Connection refused, retrying',
  ],
  [{ state: 'pending', nextAttemptAt: NOW, pausedAt: 5 }, 'paused', 'Paused'],
  [{ state: 'pending', lastStatus: 500, lastErrorClass: 'status', pausedAt: 5 }, 'paused', '500, paused'],
  [{ state: 'dead', lastErrorClass: 'dns' }, 'fail', 'Host not found, gave up'],
  [{ state: 'dead', givenUpFor: 'quota' }, 'fail', 'Gave up, too many waited'],
  [{ state: 'dead', lastStatus: 410, lastErrorClass: 'status' }, 'fail', '410, endpoint gone'],
])('draws %o', (fields, glyph, text) => {
  const event = outcome(fields)
  expect(drawEvent(event).glyph).toBe(glyph)
  expect(resultText(t, event, NOW, (at) => `@${at}`)).toBe(text)
})

it('tells attempts apart by shape and word', () => {
  expect(drawAttempt(null)).toEqual({ glyph: 'ok', tone: 'ok' })
  expect(drawAttempt('timeout').glyph).toBe('timeout')
  expect(drawAttempt('malformed').glyph).toBe('malformed')
  expect(causeText(t, 503, 'status')).toBe('503')
  expect(causeText(t, 200, 'malformed')).toBe('Answer not readable')
})
