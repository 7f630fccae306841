import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lastLine, playwrightCounts, total, vitestCounts, withExit } from './test-reports.mjs'

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
