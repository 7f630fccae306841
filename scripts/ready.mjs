/**
 * Makes a checkout ready, then runs a script of this folder with the other arguments: `ready.mjs start`; without
 * one it only makes ready. Plain JavaScript without dependencies, for it runs before anything is installed, on the
 * system's Node (20 or newer). What is there already is not done again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { endWith, replaceBy } from './lib/child.mjs'
import { installDependencies } from './lib/dependencies.mjs'
import { nodeExecutable } from './lib/node.mjs'
import { inRoot } from './lib/paths.mjs'
import { ensureSwift } from './lib/swift.mjs'

/** What needs programs of the system; `--tests` to make ready for tests and run nothing. */
const PROGRAMS = ['--tests', 'test', 'test-nightly', 'test-packages']
/** What has tests of S3. */
const STORES = ['--tests', 'test', 'test-nightly']

const [script, ...args] = process.argv.slice(2)
try {
  const programs = PROGRAMS.includes(script) ? installPrograms() : undefined
  try {
    installDependencies()
  } finally {
    await programs
  }
  if (STORES.includes(script)) ensureSwift()
  if (script && !script.startsWith('-'))
    endWith(replaceBy(nodeExecutable(), [inRoot('scripts', `${script}.mjs`), ...args]))
} catch (error) {
  console.error(`Setting up failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

/** Beside npm, which waits for the network most of the time. It has said itself what is wrong. */
async function installPrograms() {
  const child = spawn(process.execPath, [inRoot('scripts', 'lib', 'test-programs.mjs')], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('programs that the tests need are missing')
}
