import { expect, test } from 'vitest'
import { fault, faultFile } from './faults.ts'
import { problemsOf } from './refusal/carried.ts'
import { wordsOf } from './refusal/rules.ts'

const wrong = (given: unknown): string[] => {
  const result = fault.safeParse(given, { reportInput: true })
  if (result.success) throw new Error('was taken')
  return problemsOf(result.error).map((one) => `${one.path}: ${wordsOf(one)}`)
}
const delayed = { id: 'slow', at: 'live', effect: { kind: 'delay', delayMs: 2000 } }

test('what may be left out has its value', () => {
  expect(fault.parse(delayed)).toEqual({ ...delayed, on: true })
})

test.each([
  [
    { ...delayed, at: 'lve' },
    'at: must be one of option, live, signaling, publisher, webrtc, store, webhook, disk, process',
  ],
  [{ ...delayed, effect: { kind: 'slow' } }, 'effect.kind: must be one of answer, delay, cut, revoke'],
  [{ id: 'full', at: 'disk', effect: { kind: 'slow' } }, 'effect.kind: must be one of full'],
  [{ id: 'full', at: 'disk', effect: 'full' }, 'effect: must be an object'],
  [{ ...delayed, efect: {} }, 'efect: is not known here'],
  [{ ...delayed, match: { chanelId: 'A' } }, 'match.chanelId: is not known here'],
  [{ ...delayed, match: { share: 1.5 } }, 'match.share: must be a number from 0 to 1'],
  [{ ...delayed, match: { share: 0.5, every: 2 } }, 'match.every: must not be set beside share'],
  [
    { ...delayed, effect: { kind: 'delay', delayMs: 0 } },
    'effect.delayMs: must be an integer from 1 to 86400000',
  ],
  [{ ...delayed, id: 'a b' }, 'id: must have 1 to 64 characters, each a letter, a digit, a dot, - or _'],
  [{ ...delayed, ends: { afterHits: 0 } }, 'ends.afterHits: must be an integer from 1 to 1000000000'],
  [{ at: 'live', effect: delayed.effect }, 'id: is required: must be a string'],
  ['live', ': must be an object'],
])('what breaks a rule is named with it: %j', (given, sentence) => {
  expect(wrong(given)).toContain(sentence)
})

test('a file has each id once', () => {
  const result = faultFile.safeParse({ version: 1, faults: [delayed, delayed] }, { reportInput: true })
  expect(result.error && problemsOf(result.error)).toEqual([
    { path: 'faults[1].id', rule: 'faultIdTaken', values: {} },
  ])
})
