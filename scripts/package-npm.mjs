/**
 * `npm run package:npm`: builds what has changed, writes the types of what can be imported, and has npm pack
 * dist/airdesk-<version>.tgz. What goes into it stands in package.json (`files`,
 * `dependencies`, `optionalDependencies`).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { buildIfNeeded } from './build.mjs'
import { KIT_ENTRIES, KIT_RUNNERS } from './lib/build-targets.mjs'
import { writeDeclarations } from './lib/declarations.mjs'
import { inRoot, root } from './lib/paths.mjs'

const DESTINATION = 'dist'

/** @returns {string} the file that npm made */
function pack() {
  mkdirSync(inRoot(DESTINATION), { recursive: true })
  const { status, stdout } = spawnSync('npm', ['pack', '--json', '--pack-destination', DESTINATION], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm pack failed with ${status}`)
  return inRoot(DESTINATION, JSON.parse(stdout)[0].filename)
}

try {
  buildIfNeeded()
  writeDeclarations(KIT_ENTRIES, KIT_RUNNERS, 'out/service/kit')
  const file = pack()
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
} catch (error) {
  console.error(`Packing failed: ${error.message}`)
  process.exit(1)
}
