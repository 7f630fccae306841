/** The steps of `npm test` and `npm run test:nightly`: what they run, count and print. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter } from 'node:path'
import { inRoot, root } from './paths.mjs'
import {
  failuresText,
  lastLine,
  oneCheck,
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  total,
  vitestCounts,
  vitestFailures,
  vitestTimes,
  withExit,
} from './test-reports.mjs'
import { timesText } from './test-times.mjs'

/** @typedef {import('./test-reports.mjs').Counts} Counts */
/** @typedef {import('./test-reports.mjs').Failure} Failure */
/** @typedef {import('./test-reports.mjs').FileTime} FileTime */
/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command program and arguments
 * @property {Record<string, string>} [env]
 * @property {(succeeded: boolean) => Counts} count
 * @property {() => Failure[]} [failures]
 * @property {() => FileTime[]} [times]
 * @property {number} [budget] seconds on two slow cores; more is said, and fails nothing
 * @property {number} [priority] of the system; gives way to what runs beside it
 */

/** What counts as one. @param {string} name @param {...string} command @returns {Step} */
export const check = (name, ...command) => ({ name, command, count: oneCheck })

/** Filters of tags in vitest: each with what it means. */
const MEANT = {
  nightly: (tags) => tags.includes('nightly'),
  '!nightly': (tags) => !tags.includes('nightly'),
}

/** Tests of vitest. @param {string} name @param {string[]} options @param {keyof typeof MEANT} [filter] @returns {Step} */
export function vitest(name, options, filter) {
  const file = newReport(`vitest-${name}`)
  const failures = newReport(`vitest-${name}-failures`)
  const reporters = ['default', 'json', inRoot('scripts', 'lib', 'failures-reporter.mjs')]
  const reports = [...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${file}`]
  const filters = filter === undefined ? [] : [`--tags-filter=${filter}`]
  return {
    name,
    command: ['vitest', 'run', ...options, ...filters, ...reports],
    env: { AIRDESK_FAILURES_FILE: failures },
    count: (succeeded) => withExit(vitestCounts(file, filter && MEANT[filter]), succeeded),
    failures: () => vitestFailures(failures),
    times: () => vitestTimes(file),
  }
}

/** Tests of Playwright. @param {string} name @param {string[]} options @param {Record<string, string>} [env] @returns {Step} */
export function playwright(name, options, env = {}) {
  const file = newReport(`playwright-${name}`)
  return {
    name,
    command: ['playwright', 'test', ...options],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    count: (succeeded) => withExit(playwrightCounts(file), succeeded),
    failures: () => playwrightFailures(file),
    times: () => playwrightTimes(file),
  }
}

function newReport(name) {
  const file = inRoot('out', 'test', `${name}.json`)
  rmSync(file, { force: true })
  return file
}

/**
 * Runs all steps, whatever fails, says where the time went, and ends the process: 1 where something failed.
 * @param {(Step | Step[])[][]} groups what stands in one group runs at the same time; a list in it one after the other
 */
export async function runSteps(groups) {
  const results = []
  for (const lanes of groups) results.push(...(await Promise.all(lanes.map(runLane))).flat())
  const counts = total(results.map((result) => result.counts))
  console.log(`\n${timesText(results)}`)
  const failures = results.flatMap((result) => result.failures)
  if (failures.length > 0) console.log(`\n${failuresText(failures)}`)
  console.log(`\n${lastLine(counts)}`)
  process.exit(counts.failed > 0 ? 1 : 0)
}

/** @param {Step | Step[]} lane */
async function runLane(lane) {
  const results = []
  for (const step of [lane].flat()) results.push(await runStep(step))
  return results
}

async function runStep(step) {
  const started = performance.now()
  console.log(`\n── ${step.name}`)
  const succeeded = await run(step)
  const seconds = (performance.now() - started) / 1000
  const counts = step.count(succeeded)
  console.log(`── ${step.name}: ${lastLine(counts)} (${seconds.toFixed(1)} s)`)
  const failures = succeeded ? [] : failuresOf(step, counts)
  return { name: step.name, counts, seconds, budget: step.budget, files: step.times?.() ?? [], failures }
}

/** @returns {Failure[]} what failed; the step itself where its program does not say it */
function failuresOf(step, counts) {
  const told = step.failures?.() ?? []
  return told.length > 0 || counts.failed === 0 ? told : [{ test: step.name, message: 'see above' }]
}

/** What tests start, they start many times: what V8 has compiled is kept. */
const ENVIRONMENT = {
  PATH: `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  NODE_COMPILE_CACHE: inRoot('out', 'test', 'compile-cache'),
}

async function run({ command: [program, ...args], env: more = {}, priority }) {
  const shell = process.platform === 'win32'
  const env = { ...process.env, ...more, ...ENVIRONMENT }
  const child = spawn(program, args, { cwd: root, env, shell, stdio: ['ignore', 'inherit', 'inherit'] })
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority)
  const [code] = await once(child, 'exit')
  return code === 0
}
