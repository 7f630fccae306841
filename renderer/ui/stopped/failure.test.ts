import { describe, expect, test } from 'vitest'
import { failsAgain, framesOf, nameOf, wordsOf, type Failure } from './failure.ts'

describe('what is told of an error', () => {
  test('an error of the language says what is wrong with the code', () => {
    expect([
      nameOf(new TypeError('n is not a function')),
      wordsOf(new TypeError('n is not a function')),
    ]).toEqual(['TypeError', 'n is not a function'])
  })

  test.each([
    ['text that is no JSON', capture(() => JSON.parse('{"password": hunter2}'))],
    ['an error of our own', new Error('no channel for hunter2')],
    ['a text that was thrown', 'hunter2'],
  ])('%s keeps its words to itself', (_what, error) => {
    expect(wordsOf(error)).toBeNull()
    expect(nameOf(error)).not.toContain('hunter2')
  })

  test('frames have neither the address of the console nor what it filters by', () => {
    const error = new TypeError('x')
    error.stack = [
      'TypeError: x',
      '    at List (http://127.0.0.1:8090/assets/index-abc.js:12:34)',
      '    at http://127.0.0.1:8090/#/webhooks?q=hunter2:1:2',
      ...Array.from({ length: 9 }, () => '    at deeper (http://[::1]:8090/assets/index-abc.js:1:1)'),
    ].join('\n')
    expect(framesOf(error)).toEqual([
      'at List (assets/index-abc.js:12:34)',
      'at :1:2',
      ...Array.from({ length: 4 }, () => 'at deeper (assets/index-abc.js:1:1)'),
    ])
  })
})

test('what fails twice within ten seconds fails again', () => {
  const failed = (before: number[]): Failure => ({
    ...{ report: 'e-1', at: 100_000, place: '/', name: 'TypeError', words: null, frames: [] },
    before,
  })
  expect([failsAgain(failed([])), failsAgain(failed([90_000])), failsAgain(failed([1, 90_001]))]).toEqual([
    false,
    false,
    true,
  ])
})

function capture(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
