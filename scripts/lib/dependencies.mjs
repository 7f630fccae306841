import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { nodeFault } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { secondsSince } from './programs.mjs'

const STAMP = inRoot('node_modules', '.setup')

/**
 * Brings node_modules in line with package-lock.json; does nothing when it is.
 * @throws Error when npm fails or the Node for the next step is too old
 */
export function installDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return checkNode()
  const started = performance.now()
  console.log('Setting up: installing the packages of package-lock.json (once, about a minute) …')
  const quiet = ['--loglevel=error', '--no-fund', '--no-audit']
  npm(['ci', ...quiet, '--ignore-scripts', '--include=optional', '--include=dev'])
  writeFileSync(STAMP, wanted)
  console.log(`Setting up: packages installed in ${secondsSince(started)}`)
  checkNode()
}

/** @param {string[]} args */
function npm(args) {
  const own = process.env.npm_execpath ?? ''
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  const run = /^npm(-cli)?\.c?js$/.test(basename(own))
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (run.error) throw new Error(`npm could not be started: ${run.error.message}`)
  if (run.status !== 0) throw new Error(`npm ${args[0]} failed with ${run.status ?? run.signal}`)
}

/** Linux and Windows get Node 24 as a package; elsewhere the system's own Node runs what follows. */
function checkNode() {
  const fault = nodeFault()
  if (fault) throw new Error(fault)
}
