/**
 * Builds what has changed since the last call into out/: service, main, preload, renderer.
 * `--force` builds all. Other scripts call `buildIfNeeded`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withBuildLock } from './lib/build-lock.mjs'
import { fingerprint, readStamps, writeStamp } from './lib/build-stamp.mjs'
import { TARGETS } from './lib/build-targets.mjs'
import { inRoot } from './lib/paths.mjs'
import { secondsSince } from './lib/programs.mjs'

const SELF = fileURLToPath(import.meta.url)

/**
 * Builds in a process of its own, so that the caller does not carry the bundler's memory.
 * @throws Error when the build fails; it has said why
 */
export function buildIfNeeded() {
  if (stale().length === 0) return
  const { status } = spawnSync(process.execPath, [SELF], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('the build failed')
}

/** The targets whose sources are not those that out/ was made of, with their fingerprints. */
function stale(force = false) {
  const stamps = readStamps()
  return TARGETS.map((target) => ({ target, print: fingerprint(target.sources) })).filter(
    ({ target, print }) => force || stamps[target.name] !== print || !existsSync(inRoot('out', target.name)),
  )
}

async function buildStale(force) {
  const todo = stale(force)
  if (todo.length === 0) return console.log('Build: up to date')
  const started = performance.now()
  console.log(`Build: ${todo.map(({ target }) => target.name).join(', ')} …`)
  // A test runner has it otherwise, and with React's own checks in it the console never comes up.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const results = await Promise.allSettled(todo.map(({ target, print }) => buildOne(build, target, print)))
  const failed = results.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) console.error(reason instanceof Error ? reason.message : reason)
  if (failed.length > 0) throw new Error(`${failed.length} of ${todo.length} bundles failed`)
  console.log(`Build: done in ${secondsSince(started)}`)
}

async function buildOne(build, target, print) {
  try {
    for (const options of await target.options()) await build(options)
    target.after?.()
    writeStamp(target.name, print)
  } catch (error) {
    throw new Error(`Build of ${target.name} failed: ${error.message}`, { cause: error })
  }
}

if (process.argv[1] === SELF) {
  try {
    await withBuildLock(() => buildStale(process.argv.includes('--force')))
  } catch (error) {
    console.error(`Build failed: ${error.message}`)
    process.exit(1)
  }
}
