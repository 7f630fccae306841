import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ test: string, message: string }} Failure */
/** @typedef {{ file: string, seconds: number }} FileTime from the root of the checkout, with `/` */

/** @param {boolean} passed @returns {Counts} */
export const oneCheck = (passed) => ({ passed: Number(passed), failed: Number(!passed), skipped: 0 })

/**
 * @param {string} file of vitest's JSON reporter
 * @param {(tags: string[]) => boolean} isMeant false for what a filter leaves out, which vitest counts as skipped
 * @returns {Counts}
 */
export function vitestCounts(file, isMeant = () => true) {
  const report = readReport(file)
  if (!report) return oneCheck(false)
  // A file that could not be loaded has no tests that could fail.
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length
  const leftOut = report.testResults
    .flatMap((result) => result.assertionResults)
    .filter(({ status, tags = [] }) => status === 'skipped' && !isMeant(tags)).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests - leftOut,
  }
}

/** @param {string} file of Playwright's JSON reporter @returns {Counts} */
export function playwrightCounts(file) {
  const report = readReport(file)
  if (!report) return oneCheck(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/** How long each file took, from its first test to its last. @param {string} file @returns {FileTime[]} */
export function vitestTimes(file) {
  const results = readReport(file)?.testResults ?? []
  return results.map(({ name, startTime, endTime }) => ({
    file: relative(root, name).replaceAll('\\', '/'),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** How long the tests of each file took together. @param {string} file @returns {FileTime[]} */
export function playwrightTimes(file) {
  const report = readReport(file)
  const folder = report ? relative(root, report.config.rootDir).replaceAll('\\', '/') : ''
  return (report?.suites ?? []).map((suite) => ({
    file: folder === '' ? suite.file : `${folder}/${suite.file}`,
    seconds: millisecondsOf(suite) / 1000,
  }))
}

function millisecondsOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results)
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own)
}

/** @param {string} file of the reporter of failures @returns {Failure[]} */
export const vitestFailures = (file) => readReport(file) ?? []

/** @param {string} file of Playwright's JSON reporter @returns {Failure[]} */
export function playwrightFailures(file) {
  const { suites = [], errors = [] } = readReport(file) ?? {}
  return [
    ...suites.flatMap(failuresOf),
    ...errors.map(({ message }) => ({ test: 'outside of all tests', message })),
  ]
}

function failuresOf({ file, suites = [], specs = [] }) {
  const results = specs.flatMap((spec) =>
    spec.tests.flatMap((test) => test.results.map((result) => ({ title: spec.title, ...result }))),
  )
  const own = results.flatMap(({ title, errors }) =>
    errors.map(({ message }) => ({ test: `${file} › ${title}`, message })),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

/** Lines of a message that are repeated at the end of a run. */
const MESSAGE_LINES = 12

/** What failed, once more where it is looked for. @param {Failure[]} failures */
export function failuresText(failures) {
  return failures
    .map(({ test, message }) => {
      const lines = stripVTControlCharacters(message ?? '')
        .split('\n')
        .slice(0, MESSAGE_LINES)
      return [`✘ ${test}`, ...lines.map((line) => `    ${line}`)].join('\n')
    })
    .join('\n')
}

/** A run whose program failed has a failure, even where no test says so. */
export function withExit(counts, succeeded) {
  return !succeeded && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** @param {Counts[]} all @returns {Counts} */
export function total(all) {
  const sum = (member) => all.reduce((before, counts) => before + counts[member], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** @param {Counts} counts the last line of a test run */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function readReport(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
