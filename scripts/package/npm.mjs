/**
 * `npm run package:npm`: builds what has changed and packs dist/airdesk-<version>.tgz, which anyone can
 * install with npm. The folder that is packed stays at dist/npm.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildIfNeeded } from '../build.mjs'
import { inRoot } from '../lib/paths.mjs'
import { packageManifest, shrinkwrap } from './npm-manifest.mjs'

const STAGE = inRoot('dist', 'npm')

/** As in the checkout, so that every path in them holds. */
const COPIED = [
  'LICENSE',
  'bin/airdesk.mjs',
  'scripts/lib/child.mjs',
  'out/prebuilds',
  'out/renderer',
  'out/service',
]

/** @param {string} path */
const isShipped = (path) => !path.endsWith('.map')

/** @param {string} file below the checkout */
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

/** @param {string} file @param {unknown} value */
function writeJson(file, value) {
  writeFileSync(join(STAGE, file), `${JSON.stringify(value, null, 2)}\n`)
}

function stage() {
  rmSync(STAGE, { recursive: true, force: true })
  mkdirSync(STAGE, { recursive: true })
  for (const path of COPIED) {
    cpSync(inRoot(path), join(STAGE, path), { recursive: true, filter: isShipped })
  }
  cpSync(inRoot('scripts/package/npm-readme.md'), join(STAGE, 'README.md'))
  const manifest = packageManifest(readJson('package.json'))
  writeJson('package.json', manifest)
  writeJson('npm-shrinkwrap.json', shrinkwrap(readJson('package-lock.json'), manifest))
}

/** @returns {string} the file that npm made */
function pack() {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', inRoot('dist')]
  const { status, stdout } = spawnSync('npm', args, {
    cwd: STAGE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm pack failed with ${status}`)
  const [{ filename }] = JSON.parse(stdout)
  return inRoot('dist', basename(filename))
}

try {
  buildIfNeeded()
  stage()
  const file = pack()
  console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`)
} catch (error) {
  console.error(`Packing failed: ${error.message}`)
  process.exit(1)
}
