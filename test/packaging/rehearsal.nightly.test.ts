/**
 * A rehearsal of packing, on a distribution of Electron that is not one: it shows that the configuration is
 * accepted and which files are packed with which fuses, not that the package runs.
 */
import { listPackage } from '@electron/asar'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFuses, writeFakeElectron } from './fake-electron.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILDER = join(ROOT, 'node_modules/electron-builder/cli.js')
/** In the order of Electron's fuse wire. */
const WANTED_FUSES = {
  runAsNode: '0',
  enableCookieEncryption: '1',
  enableNodeOptionsEnvironmentVariable: '0',
  enableNodeCliInspectArguments: '0',
  enableEmbeddedAsarIntegrityValidation: '1',
  onlyLoadAppFromAsar: '1',
  loadBrowserProcessSpecificV8Snapshot: '0',
  grantFileProtocolExtraPrivileges: '0',
}

const folder = mkdtempSync(join(tmpdir(), 'airdesk-pack-'))
const packed = join(folder, 'dist', 'linux-unpacked')
let files: string[]

beforeAll(async () => {
  const electron = join(folder, 'electron')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string
  }
  await writeFakeElectron(electron, version)
  const options = [`-c.electronDist=${electron}`, `-c.directories.output=${join(folder, 'dist')}`]
  await promisify(execFile)(process.execPath, [BUILDER, '--linux', 'dir', ...options], { cwd: ROOT })
  files = listPackage(join(packed, 'resources/app.asar'), { isPack: false })
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  '/package.json',
  '/out/main/index.js',
  '/out/preload/index.cjs',
  ...['off-air', 'on-air', 'failing'].flatMap((state) =>
    ['', '@2x', 'Template', 'Template@2x'].map((form) => `/out/main/assets/tray-${state}${form}.png`),
  ),
  '/out/renderer/index.html',
  '/out/service/main.js',
  '/out/service/ingest.js',
  '/out/service/sfu.js',
  '/out/service/transcode.js',
  '/out/service/test-picture.js',
  '/out/service/thumbnail.js',
  '/out/service/migrations/0001-first-light.sql',
  '/out/service/THIRD-PARTY-NOTICES.txt',
  '/out/renderer/THIRD-PARTY-NOTICES.txt',
  '/out/prebuilds/linux-x64.node',
  '/node_modules/node-datachannel/package.json',
])('holds %s', (file) => {
  expect(files).toContain(file)
})

test.each([
  ['sources', /\.(ts|tsx|mts|cts)$/],
  ['source maps', /\.map$/],
  ['tests', /^\/test\//],
  [
    'what is bundled already',
    /^\/node_modules\/(react|hls\.js|@mantine|vite|electron|fastify|better-sqlite3|node-av)\//,
  ],
  ['another Node than that of Electron', /^\/node_modules\/node-(linux|win)-/],
  ["node-datachannel's sources", /node-datachannel\/(src|CMakeLists)/],
  ["other systems' binaries", /prebuilds\/(?!linux-x64).*\.node$/],
])('does not hold %s', (_what, pattern) => {
  expect(files.filter((file) => pattern.test(file))).toEqual([])
})

test('the icon is large enough for every system', () => {
  const icon = readFileSync(join(ROOT, 'main/assets/icon.png'))
  // Width and height in the header of a PNG.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024])
})

test('native modules lie beside the archive, each for this system', () => {
  const unpacked = readdirSync(join(packed, 'resources/app.asar.unpacked'), {
    recursive: true,
    encoding: 'utf8',
  })
  const inside = files.filter((file) => file.endsWith('.node')).map((file) => file.slice(1))
  const beside = unpacked.filter((file) => file.endsWith('.node'))
  expect(beside.sort()).toEqual(inside.sort())
  for (const name of ['prebuilds/linux-x64', 'argon2', 'node-av', 'node-datachannel']) {
    expect(beside.filter((file) => file.includes(name))).toHaveLength(1)
  }
  for (const file of beside) {
    const head = readFileSync(join(packed, 'resources/app.asar.unpacked', file)).subarray(0, 4)
    expect(head.toString('latin1')).toBe('\x7fELF')
  }
})

test('the executable has its name and its fuses', () => {
  const [...fuses] = readFuses(join(packed, 'airdesk'))
  const names = Object.keys(WANTED_FUSES)
  expect(Object.fromEntries(names.map((name, i) => [name, fuses[i]]))).toEqual(WANTED_FUSES)
})

test('only the languages of the console are packed', () => {
  expect(readdirSync(join(packed, 'locales')).sort()).toEqual(['en-US.pak', 'ja.pak'])
})
