/** What `npm pack` packs, and what npm would do at its users'; test/packages/ installs and runs it. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface Manifest {
  readonly bin: Record<string, string>
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>
  readonly scripts?: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
}
interface Lock {
  readonly packages: Record<string, { readonly dev?: boolean; readonly hasInstallScript?: boolean }>
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifestOf = (folder: string) => JSON.parse(read(posix.join(folder, 'package.json'))) as Manifest
const manifest = manifestOf('.')
/** Folders of all packages that a user of the package installs, on one system or another. */
const installed = Object.entries((JSON.parse(read('package-lock.json')) as Lock).packages).filter(
  ([folder, { dev }]) => folder !== '' && dev !== true,
)

/** npm runs these for a package that is installed, and builds what has a binding.gyp. */
const RUN_BY_NPM = ['preinstall', 'install', 'postinstall', 'prepare']

/** Of what Node 22.18 has and our code would use; an import of a name that is not there ends a program at once. */
const NEWER_THAN_NODE_20_10 = new RegExp(
  [
    /\b(?:Promise\.withResolvers|Promise\.try|Object\.groupBy|Map\.groupBy|Array\.fromAsync|URL\.parse)\(/,
    /process\.getBuiltinModule\(|import\.meta\.(?:dirname|filename)|new WebSocket\(['"`]/,
    /import \{[^}]*\b(?:getCACertificates|getBuiltinModule|registerHooks|stripTypeScriptTypes|glob|globSync)\b[^}]*\} from "node:/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

let files: string[]
beforeAll(async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT })
  const [pack] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  files = pack.files.map(({ path }) => path)
})

describe('what is packed', () => {
  test.each([
    'bin/airdesk.mjs',
    'LICENSE',
    'README.md',
    'out/service/main.js',
    ...['ingest', 'origin', 'sfu', 'archive', 'transcode', 'test-picture', 'thumbnail'].map(
      (n) => `out/service/${n}.js`,
    ),
    'out/service/migrations/0001-first-light.sql',
    'out/renderer/index.html',
    ...['index', 'vitest', 'playwright', 'redirect'].map((name) => `out/service/kit/${name}.js`),
    'docs/openapi/live-api.json',
    ...['docs/testing.md', 'docs/faults.schema.json', 'examples/vitest/shows.test.mjs'],
    ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'].map(
      (system) => `out/prebuilds/${system}.node`,
    ),
  ])('holds %s', (file) => expect(files).toContain(file))

  test.each([
    // But what TypeScript has to know of what can be imported.
    ['sources and tests', /^(service|main|preload|renderer|test)\/|(?<!\.d)\.tsx?$/],
    ['source maps', /\.map$/],
    ['packages', /node_modules/],
  ])('holds no %s', (_what, pattern) => expect(files.filter((file) => pattern.test(file))).toEqual([]))

  test('holds what its pages lead to, and show', () => {
    const pages = files.filter((file) => file.endsWith('.md'))
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, to = '']) => ({
        page,
        to: posix.join(posix.dirname(page), to),
      })),
    )
    expect(links).toContainEqual({ page: 'README.md', to: 'docs/testing.md' })
    const leads = (to: string) => files.some((file) => file === to || file.startsWith(`${to}/`))
    expect(links.filter(({ to }) => !leads(to))).toEqual([])
  })

  test('holds what the command imports', () => {
    const imports = files
      .filter((file) => file.endsWith('.mjs') && !file.startsWith('examples/'))
      .flatMap((file) =>
        importsOf(file).map((name) => (name.startsWith('.') ? posix.join(posix.dirname(file), name) : name)),
      )
    expect(imports).toContain('scripts/lib/child.mjs')
    expect(imports.filter((name) => !name.startsWith('node:') && !files.includes(name))).toEqual([])
  })

  test('imports nothing that is not installed with it', () => {
    const bundles = files.filter((file) => /^out\/service\/.*\.js$/.test(file))
    const packages = new Set(bundles.flatMap(importsOf).filter((name) => !isOwn(name)))
    const theirs = ['vitest', '@playwright/test']
    const needed = [...packages].filter((name) => !theirs.includes(name))
    expect(needed.sort()).toEqual(Object.keys(manifest.dependencies).sort())
  })

  test('asks for nothing that the oldest Node lacks, which imports it before the packaged one is there', () => {
    const kit = files.filter((file) => /^out\/service\/kit\/.*\.js$/.test(file))
    expect(kit).toContain('out/service/kit/index.js')
    for (const file of kit) expect(read(file).match(NEWER_THAN_NODE_20_10), file).toBeNull()
  })

  test('has at its place what can be imported', () => {
    const places = Object.values(manifest.exports).map((place) =>
      typeof place === 'string' ? place : place.default,
    )
    const whole = places.filter((place) => !place.includes('*')).map((place) => posix.normalize(place))
    expect(whole).toContain('out/service/kit/vitest.js')
    expect(whole.filter((place) => !files.includes(place))).toEqual([])
  })

  test.each([
    ['service', ['fastify', 'better-sqlite3', 'node-av', '@aws-sdk/client-s3']],
    [
      'renderer',
      ['react', '@mantine/core', 'hls.js', '@fontsource-variable/inter', '@fontsource-variable/noto-sans-jp'],
    ],
  ])('names the licences of what is bundled into %s', (folder, names) => {
    const file = `out/${folder}/THIRD-PARTY-NOTICES.txt`
    expect(files).toContain(file)
    for (const name of names) expect(read(file)).toMatch(new RegExp(`^## ${name} .*\\(.+\\)$`, 'm'))
  })
})

describe('what npm does with it', () => {
  test('nothing is run, for itself and for what comes with it', () => {
    expect(installed.length).toBeGreaterThan(10)
    const here = installed.map(([folder]) => folder).filter((folder) => existsSync(join(ROOT, folder)))
    expect(here.length).toBeGreaterThan(4)
    for (const folder of ['.', ...here]) {
      const { scripts = {} } = manifestOf(folder)
      expect(
        RUN_BY_NPM.filter((name) => name in scripts),
        folder,
      ).toEqual([])
      expect(existsSync(join(ROOT, folder, 'binding.gyp')), folder).toBe(false)
    }
    // Those of other systems are known by the lock file.
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
  })

  test('every version is exact', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('binaries of FFmpeg are of the version that is bundled', () => {
    const binaries = Object.entries(manifest.optionalDependencies).filter(([name]) =>
      name.startsWith('@seydx/node-av-'),
    )
    expect(binaries.map(([name]) => name)).toContain('@seydx/node-av-linux-x64')
    for (const [name, version] of binaries) {
      expect(version, name).toBe(manifest.devDependencies['node-av'])
      // Its makers allow nobody to pass it on (docs/licences.md).
      expect(name).not.toContain('win32')
    }
  })
})

const importsOf = (file: string) =>
  ts.preProcessFile(read(file), true, true).importedFiles.map(({ fileName }) => fileName)

const isOwn = (name: string) =>
  name.startsWith('.') || name.startsWith('node:') || builtinModules.includes(name)
