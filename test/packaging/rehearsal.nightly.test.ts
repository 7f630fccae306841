/**
 * A rehearsal of packing, on a distribution of Electron that is not one: it shows that the configuration is
 * accepted and which files are packed with which fuses, not that the package runs.
 */
import { extractFile, listPackage } from '@electron/asar'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { feedIn } from '../../main/feed.ts'
import { readFuses, writeFakeElectron } from './fake-electron.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACK = join(ROOT, 'scripts/release/pack.mjs')
const FEED = 'https://updates.example/airdesk'
const { version, author } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
  author: { name: string; email: string }
}
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

/** Packs as a release does, with these in its environment. */
async function pack(output: string, env: Record<string, string>): Promise<void> {
  const options = [`-c.electronDist=${join(folder, 'electron')}`, `-c.directories.output=${output}`]
  await promisify(execFile)(process.execPath, [PACK, '--linux', 'dir', ...options], {
    cwd: ROOT,
    env: { ...process.env, AIRDESK_UPDATE_URL: '', ...env },
  })
}

beforeAll(async () => {
  const electron = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string
  }
  await writeFakeElectron(join(folder, 'electron'), electron.version)
  await pack(join(folder, 'dist'), { AIRDESK_UPDATE_URL: FEED })
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
  '/out/service/request-log-writer.js',
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
    /^\/node_modules\/(react|hls\.js|@mantine|vite|electron|electron-updater|fastify|better-sqlite3|node-av)\//,
  ],
  ['another Node than that of Electron', /^\/node_modules\/node-(linux|win)-/],
  ["node-datachannel's sources", /node-datachannel\/(src|CMakeLists)/],
  ["other systems' binaries", /prebuilds\/(?!linux-x64).*\.node$/],
])('does not hold %s', (_what, pattern) => {
  expect(files.filter((file) => pattern.test(file))).toEqual([])
})

test('the version is that of package.json, and so are the maintainer and the homepage of a deb', () => {
  const inside = JSON.parse(
    extractFile(join(packed, 'resources/app.asar'), 'package.json').toString(),
  ) as object
  expect(inside).toMatchObject({ version, author, homepage: expect.stringMatching(/^https:/) as string })
})

test('each file of a release has a name of its own, with the version', () => {
  const config = parse(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8')) as {
    artifactName: string
    deb: { artifactName: string }
  }
  const names = [
    ...['linux x64 AppImage', 'linux arm64 AppImage', 'win x64 exe', 'mac arm64 dmg', 'mac arm64 zip'].map(
      (target) => named(config.artifactName, target),
    ),
    ...['linux amd64 deb', 'linux arm64 deb'].map((target) => named(config.deb.artifactName, target)),
  ]
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(new RegExp(`^[Aa]irdesk[-_a-z0-9.A-Z]*${version}`))
  expect(names[0]).toBe(`Airdesk-${version}-linux-x64.AppImage`)
})

/** As electron-builder fills in the name of a file. */
function named(pattern: string, target: string): string {
  const [os = '', arch = '', ext = ''] = target.split(' ')
  const values: Record<string, string> = { productName: 'Airdesk', version, os, arch, ext }
  return pattern.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? `?${name}`)
}

test('where to ask for updates is written beside it, and read by main', () => {
  const resources = join(packed, 'resources')
  expect(parse(readFileSync(join(resources, 'app-update.yml'), 'utf8'))).toEqual({
    ...{ provider: 'generic', url: FEED, updaterCacheDirName: 'airdesk-updater' },
  })
  expect(feedIn(resources)).toEqual(new URL(FEED))
})

test('without an address nothing is written, and main finds none', { timeout: 300_000 }, async () => {
  await pack(join(folder, 'silent'), {})
  const resources = join(folder, 'silent', 'linux-unpacked', 'resources')
  expect(existsSync(join(resources, 'app.asar'))).toBe(true)
  expect(existsSync(join(resources, 'app-update.yml'))).toBe(false)
  expect(feedIn(resources)).toBe('no-feed')
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
