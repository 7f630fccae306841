/**
 * Makes a checkout ready to run; with --tests, ready to test. Plain JavaScript without dependencies, for it
 * runs before anything is installed, on the system's Node (20 or newer). A second call does nothing.
 */
import { installDependencies } from './lib/dependencies.mjs'
import { ensureSwift } from './lib/swift.mjs'
import { ensureTestPrograms } from './lib/system-packages.mjs'

try {
  installDependencies()
  if (process.argv.includes('--tests')) {
    ensureTestPrograms()
    ensureSwift()
  }
} catch (error) {
  console.error(`Setting up failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
