import { expect, test } from 'vitest'
import { isSoundless, soundState } from './sound-state.ts'

const fine = { silence: null, isMuted: false } as const

test.each([
  ['what is heard is fine, however loud', fine, 'tooLow', 'ok'],
  ['before anything is measured nobody knows', fine, 'notYet', 'notYet'],
  ['digital silence', fine, 'silent', 'silent'],
  ['muted, which is silent too', { ...fine, isMuted: true }, 'silent', 'muted'],
  [
    'no microphone, which no button brings back',
    { silence: 'noMicrophone', isMuted: true },
    'silent',
    'noMicrophone',
  ],
  [
    'nothing measured yet of a source without sound',
    { ...fine, silence: 'notShared' },
    'notYet',
    'notShared',
  ],
  ['a browser that makes no sound', { silence: 'lost', isMuted: true }, 'stopped', 'stopped'],
] as const)('%s', (_, view, word, state) => expect(soundState(view, word)).toBe(state))

test('viewers hear something, or may', () => {
  expect((['ok', 'notYet', 'silent', 'muted', 'lost', 'stopped'] as const).map(isSoundless)).toEqual([
    ...[false, false, true, true, true, true],
  ])
})
