import { expect, test } from 'vitest'
import { timesText } from './test-times.mjs'

test('the longest files come first, whatever ran them; short ones are counted', () => {
  const text = timesText([
    { name: 'unit', seconds: 9, files: [{ file: 'a.test.ts', seconds: 2 }, ...shortOnes(3)] },
    { name: 'console', seconds: 20, files: [{ file: 'b.spec.ts', seconds: 12.34 }] },
  ])
  const lines = text.split('\n').map((line) => line.trim())
  expect(lines.slice(1, 4)).toEqual([
    '12.3  console      b.spec.ts',
    '2.0  unit         a.test.ts',
    '1.5  3 files of less than 1 s together',
  ])
})

test('each step says what it used of its budget; only what took more is said loudly', () => {
  const lines = timesText([
    { name: 'console', seconds: 214.4, budget: 260, files: [] },
    { name: 'webrtc', seconds: 100, budget: 90, files: [] },
    { name: 'build', seconds: 6, files: [] },
  ]).split('\n')
  expect(lines).toContain('console 214 s of 260 s')
  expect(lines).toContain('build 6 s')
  expect(lines.filter((line) => line.includes('OVER BUDGET'))).toEqual([
    '!! OVER BUDGET: webrtc took 10 s more than its 90 s. Look at its longest files above.',
  ])
})

const shortOnes = (count) => Array.from({ length: count }, (_, i) => ({ file: `${i}.test.ts`, seconds: 0.5 }))
