/**
 * Makes a checkout ready, then runs a script of this folder with the other arguments: `ready.mjs start`; without
 * one it only makes ready. Plain JavaScript without dependencies, for it runs before anything is installed, on the
 * system's Node (20 or newer). What is there already is not done again.
 */
import { endWith, replaceBy } from './lib/child.mjs'
import { installDependencies } from './lib/dependencies.mjs'
import { nodeExecutable } from './lib/node.mjs'
import { inRoot } from './lib/paths.mjs'
import { ensureSwift } from './lib/swift.mjs'
import { ensureTestPrograms } from './lib/system-packages.mjs'

/** What needs more than the packages: tests, and `--tests` to make ready for them and run nothing. */
const TESTS = ['--tests', 'test', 'test-nightly', 'test-packages']

const [script, ...args] = process.argv.slice(2)
try {
  installDependencies()
  if (TESTS.includes(script)) {
    ensureTestPrograms()
    ensureSwift()
  }
  if (script && !script.startsWith('-'))
    endWith(replaceBy(nodeExecutable(), [inRoot('scripts', `${script}.mjs`), ...args]))
} catch (error) {
  console.error(`Setting up failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
