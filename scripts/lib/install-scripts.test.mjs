import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from './paths.mjs'

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
const installed = Object.entries(packages).filter(([path]) => path !== '' && existsSync(inRoot(path)))

/** Packages with a script of their own, and why the checkout does without it. */
const DOES_WITHOUT = {
  'node_modules/node-av':
    'it looks for the binary of its platform, a package beside it, and downloads ffmpeg',
  'node_modules/electron-winstaller': 'it chooses an archiver for an installer (Squirrel) that is not made',
}

it('npm runs no script of a package, whatever a user has set', () => {
  expect(readFileSync(inRoot('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('no package needs a script: each that has one is known', () => {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(withScript.map(([path]) => path).sort()).toEqual(Object.keys(DOES_WITHOUT).sort())
})

it('no package would be built: one with sources for a compiler brings its binary', () => {
  // npm builds what has a binding.gyp, even where its own package.json says not to: the lock file does not say it.
  const compiled = installed.map(([path]) => path).filter((path) => existsSync(inRoot(path, 'binding.gyp')))
  const without = compiled.filter((path) => !hasBinary(path))
  expect(compiled).toContain('node_modules/better-sqlite3')
  expect(without).toEqual([])
})

/** A ready binary of this system, and not one that was built here. */
function hasBinary(path) {
  const folder = inRoot(path, 'prebuilds')
  const name = `${process.platform}-${process.arch}`
  return existsSync(folder) && readdirSync(folder).some((entry) => entry.startsWith(name))
}
