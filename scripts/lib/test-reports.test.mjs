import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inRoot } from './paths.mjs'
import {
  failuresText,
  lastLine,
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  total,
  vitestCounts,
  vitestTimes,
  withExit,
} from './test-reports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'airdesk-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content) {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe('vitest', () => {
  test('counts tests, and files that could not be loaded', () => {
    const file = report({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
      ],
    })
    expect(vitestCounts(file)).toEqual({ passed: 5, failed: 2, skipped: 3 })
  })

  test('counts what its filter leaves out as nothing', () => {
    const [left, skipped] = [{ status: 'skipped', tags: ['nightly'] }, { status: 'skipped' }]
    const file = report({
      ...{ numPassedTests: 1, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0 },
      testResults: [{ status: 'passed', assertionResults: [left, skipped, { status: 'passed' }] }],
    })
    const byDay = (tags) => !tags.includes('nightly')
    expect(vitestCounts(file, byDay)).toEqual({ passed: 1, failed: 0, skipped: 1 })
    expect(vitestCounts(file)).toEqual({ passed: 1, failed: 0, skipped: 2 })
  })

  test.each(['', '{'])('a report that holds %j is a failure', (content) => {
    expect(vitestCounts(report(content))).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('no report is a failure', () => {
    expect(vitestCounts(join(folder, 'none.json')).failed).toBe(1)
  })
})

test('playwright: a flaky test and an error outside of tests are failures', () => {
  const file = report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] })
  expect(playwrightCounts(file)).toEqual({ passed: 3, failed: 3, skipped: 2 })
})

describe('what failed', () => {
  test("has Playwright's errors of tests, of groups, and outside of both", () => {
    const failed = { title: 'b', tests: [{ results: [{ errors: [{ message: 'no' }] }] }] }
    const passed = { title: 'a', tests: [{ results: [{ errors: [] }] }] }
    const suites = [{ file: 'x.spec.ts', specs: [passed], suites: [{ file: 'x.spec.ts', specs: [failed] }] }]
    expect(playwrightFailures(report({ suites, errors: [{ message: 'port' }] }))).toEqual([
      { test: 'x.spec.ts › b', message: 'no' },
      { test: 'outside of all tests', message: 'port' },
    ])
  })

  test('is told in plain text, each with the beginning of its message', () => {
    const message = `\u001b[31mone\u001b[39m\n${'more\n'.repeat(30)}`
    const lines = failuresText([{ test: 'a › b', message }]).split('\n')
    expect(lines.slice(0, 3)).toEqual(['✘ a › b', '    one', '    more'])
    expect(lines).toHaveLength(13)
  })
})

describe('the time of each file', () => {
  test("is the span of vitest's tests", () => {
    const testResults = [{ name: inRoot('test', 'a.test.ts'), startTime: 1_000, endTime: 3_500 }]
    expect(vitestTimes(report({ testResults }))).toEqual([{ file: 'test/a.test.ts', seconds: 2.5 }])
  })

  test("is the sum of Playwright's tests, also in groups and of several projects", () => {
    const spec = (...durations) => ({ tests: durations.map((duration) => ({ results: [{ duration }] })) })
    const suites = [
      { file: 'test/a.spec.ts', specs: [spec(1_000)], suites: [{ specs: [spec(200, 300)] }] },
      { file: 'test/b.spec.ts', specs: [spec(0)] },
    ]
    expect(playwrightTimes(report({ config: { rootDir: inRoot() }, suites }))).toEqual([
      { file: 'test/a.spec.ts', seconds: 1.5 },
      { file: 'test/b.spec.ts', seconds: 0 },
    ])
  })

  test('is not known where there is no report', () => {
    const none = join(folder, 'none.json')
    expect([vitestTimes(none), playwrightTimes(none)]).toEqual([[], []])
  })
})

test('a program that failed without a failed test is a failure', () => {
  const fine = { passed: 3, failed: 0, skipped: 0 }
  expect(withExit(fine, true)).toEqual(fine)
  expect(withExit(fine, false).failed).toBe(1)
  expect(withExit({ ...fine, failed: 2 }, false).failed).toBe(2)
})

test('the last line has the sums', () => {
  const some = { passed: 2, failed: 1, skipped: 0 }
  expect(lastLine(total([some, some]))).toBe('4 passed, 2 failed')
  expect(lastLine(total([some, { ...some, skipped: 3 }]))).toBe('4 passed, 2 failed, 3 skipped')
})
