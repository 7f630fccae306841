/** Vitest's reporter of what failed, also outside of tests: its own JSON reporter leaves that out. The file is AIRDESK_FAILURES_FILE. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { root } from './paths.mjs'

/** @typedef {import('./test-reports.mjs').Failure} Failure */

export default class FailuresReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failures = [
      ...modules.flatMap((module) => failuresOf(module)),
      ...unhandledErrors.map((error) => failure('outside of all tests', error)),
    ]
    const file = process.env.AIRDESK_FAILURES_FILE ?? ''
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(failures))
  }
}

/** @returns {Failure[]} */
function failuresOf(module) {
  const file = relative(root, module.moduleId).replaceAll('\\', '/')
  const failed = [...module.children.allTests('failed')]
  return [
    ...module.errors().map((error) => failure(file, error)),
    ...failed.flatMap((test) =>
      (test.result().errors ?? []).map((error) => failure(`${file} › ${test.fullName}`, error)),
    ),
  ]
}

/** @returns {Failure} */
const failure = (test, error) => ({ test, message: error.stack ?? String(error.message ?? error) })
