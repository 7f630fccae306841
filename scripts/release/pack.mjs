/**
 * Packs the built application for the system that it runs on, by electron-builder; what the environment asks of
 * it is in options.mjs. Further arguments are electron-builder's.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot, root } from '../lib/paths.mjs'
import { releaseOptions } from './options.mjs'

const BUILDER = inRoot('node_modules', 'electron-builder', 'cli.js')

let keys
try {
  const { args, env, says } = releaseOptions(process.env, process.platform)
  for (const line of says) console.log(line)
  if (env.APPLE_API_KEY?.startsWith('-----BEGIN')) env.APPLE_API_KEY = asFile(env.APPLE_API_KEY)
  const command = [BUILDER, '--publish', 'never', ...args, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' })
  process.exitCode = status ?? 1
} catch (error) {
  console.error(`Packing failed: ${error.message}`)
  process.exitCode = 1
} finally {
  if (keys) rmSync(keys, { recursive: true })
}

/** Apple's tool reads the key from a file. */
function asFile(key) {
  keys = mkdtempSync(join(tmpdir(), 'airdesk-key-'))
  const file = join(keys, 'key.p8')
  writeFileSync(file, key, { mode: 0o600 })
  return file
}
