import { expect, test } from 'vitest'
import { levelWord, share } from './level.ts'

test.each([
  [-70, 'tooLow'],
  [-30.1, 'tooLow'],
  [-30, 'good'],
  [-10, 'good'],
  [-9.9, 'tooLoud'],
  [null, 'notYet'],
] as const)('%s LUFS: %s', (lufs, word) => expect(levelWord(lufs)).toBe(word))

test('a meter shows -60 to 0 dBFS', () =>
  expect([-Infinity, -120, -60, -15, 0, 3].map(share)).toEqual([0, 0, 0, 0.75, 1, 1]))
