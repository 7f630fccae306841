/** How large the npm package is, packed and installed, and what of it is largest. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../../scripts/lib/paths.mjs'

/** What is smaller is counted together, bytes. */
const WORTH_A_ROW = 1e6

export interface Part {
  readonly name: string
  readonly bytes: number
}

/**
 * Packs the checkout and installs it in an empty folder, as `npm install` does for anyone.
 * @returns a table in Markdown
 */
export function packageSizes(): string {
  const npm = (args: string[], cwd: string) => execFileSync('npm', args, { cwd, encoding: 'utf8' }).trim()
  execFileSync(process.execPath, [inRoot('scripts', 'package-npm.mjs')], { stdio: 'inherit' })
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
  const tarball = inRoot('dist', `airdesk-${version}.tgz`)
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-package-'))
  try {
    npm(['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], folder)
    const modules = join(folder, 'node_modules')
    const parts = packagesOf(modules)
    const whole = sizeOf(modules)
    const large = parts.filter(({ bytes }) => bytes >= WORTH_A_ROW)
    const rest = whole - large.reduce((sum, { bytes }) => sum + bytes, 0)
    const where = `${process.platform}-${process.arch}, npm ${npm(['--version'], folder)}`
    return table([
      { name: `airdesk-${version}.tgz`, bytes: statSync(tarball).size },
      { name: `installed (${where}), ${parts.length} packages`, bytes: whole },
      ...large.map(({ name, bytes }) => ({ name: `– ${name}`, bytes })),
      { name: `– the other ${parts.length - large.length}`, bytes: rest },
      { name: 'of airdesk, the Japanese font', bytes: sizeOf(join(modules, 'airdesk'), /noto-sans-jp-\d+/) },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The largest first. */
function packagesOf(modules: string): Part[] {
  const names = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )
  return names.map((name) => ({ name, bytes: sizeOf(join(modules, name)) })).sort((a, b) => b.bytes - a.bytes)
}

/** Of all files in a folder with such names, bytes. */
function sizeOf(folder: string, names = /^/): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** In Markdown. */
export const table = (rows: readonly Part[]) =>
  [
    '| What | MB |',
    '| --- | --- |',
    ...rows.map(({ name, bytes }) => `| ${name} | ${(bytes / 1e6).toFixed(1)} |`),
  ].join('\n')
