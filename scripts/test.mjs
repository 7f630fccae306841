/**
 * All checks, then the tests that every change has to pass, whatever fails. The last line has the numbers;
 * each of build, imports, format, nothing unused, and types with lint counts as one. What protects rarely and
 * costs much is in test-nightly.mjs.
 */
import { constants } from 'node:os'
import { inRoot } from './lib/paths.mjs'
import { check, playwright, runSteps, vitest } from './lib/test-steps.mjs'

const { priority } = constants

/** The tests of one of vitest's projects. */
const project = (name, ...options) => vitest(name, ['--project', name, ...options], '!nightly')

/** The tests of one of Playwright's projects. */
const browser = (name) => playwright(name, [`--project=${name}`, '--grep-invert=@nightly'])

/** What may wait for a core whenever another wants it. */
const behind = (step) => ({ ...step, priority: priority.PRIORITY_BELOW_NORMAL })

/** What waits for those, too: it computes all the time, so both cores are in use to the end. */
const last = (step) => ({ ...step, priority: priority.PRIORITY_LOW })

/**
 * The linter's types are written in Go, whose collector takes a third of its time and saves 1 of 6 GiB: it is off up
 * to a limit.
 */
const uncollected = (step) => ({ ...step, env: { GOGC: 'off', GOMEMLIMIT: '8GiB' } })

/** Seconds, on two slow cores. */
const within = (budget, step) => ({ ...step, budget })

await runSteps([
  [check('build', 'node', inRoot('scripts', 'build.mjs'))],
  [
    check('imports', 'node', inRoot('scripts', 'check-imports.mjs')),
    check('sentences', 'node', inRoot('scripts', 'check-sentences.mjs')),
    check('format', 'oxfmt', '--check', '.'),
    check('nothing unused', 'knip', '--no-progress'),
  ],
  [
    // What waits and encodes in real time goes first, for encoders that starve leave layers out.
    [
      within(150, project('encoding')),
      within(180, browser('webrtc')),
      within(150, browser('desktop')),
      within(270, browser('console')),
    ],
    // What waits most of its time takes what is left of both cores, and what computes the rest.
    behind(within(160, project('integration'))),
    [
      last(uncollected(check('types and lint', 'oxlint', '.', '--threads=1'))),
      last(within(200, project('unit', '--maxWorkers=2'))),
    ],
  ],
])
