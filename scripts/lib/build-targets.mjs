import { appendFileSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { JAPANESE_FONT, japaneseFont } from './japanese-font.mjs'
import { LOWEST_NODE } from './node.mjs'
import { inRoot } from './paths.mjs'
import { isHttp, plainHttp } from './plain-http.mjs'
import { schemalessRoutes } from './schemaless-routes.mjs'

/** Names and licences of what each bundle is made of lie beside it. */
const NOTICES = { fileName: 'THIRD-PARTY-NOTICES.txt' }

const FONTS = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', JAPANESE_FONT]

/** V8 reads and compiles such a file in half the time, and keeps it in half the memory. */
const ASCII = 'ascii'

/** Electron 45 and the Chromium that the tests use. */
const BROWSER = 'chrome140'

const SERVICE_ENTRIES = {
  main: 'service/main.ts',
  ingest: 'service/media/ingest/worker.ts',
  origin: 'service/media/origin/worker.ts',
  sfu: 'service/media/sfu/worker.ts',
  archive: 'service/media/archive/worker.ts',
  transcode: 'service/media/transcode/worker.ts',
  'test-picture': 'service/media/test-picture/worker.ts',
  thumbnail: 'service/media/thumbnail/worker.ts',
  'request-log-writer': 'service/control/store/request-log-writer.ts',
}

/** What tests of other apps import; by the same names in `exports` of package.json. */
export const KIT_ENTRIES = {
  index: 'service/kit/index.ts',
  redirect: 'service/kit/redirect.ts',
}
/** Fixtures of test runners, which say nothing of their own but what `index` exports. */
export const KIT_RUNNERS = {
  vitest: 'service/kit/vitest.ts',
  playwright: 'service/kit/playwright.ts',
}
/** Processes that the kit starts. */
const KIT_WORKERS = { 'webrtc-worker': 'service/kit/webrtc/worker.ts' }
/** Of whoever tests with them. */
const TEST_RUNNERS = ['vitest', '@playwright/test']

/**
 * What is built, in the order of out/. `sources` decide whether a bundle is still good; `options` are Vite's, for
 * one bundle after the other.
 * @typedef {{ name: string, sources: string[], options: () => Promise<object[]>, after?: () => void }} Target
 * @type {Target[]}
 */
export const TARGETS = [
  {
    name: 'service',
    sources: ['service'],
    options: async () => [
      nodeBundle('service', SERVICE_ENTRIES, 'es'),
      nodeBundle('service/kit', { ...KIT_ENTRIES, ...KIT_RUNNERS, ...KIT_WORKERS }, 'es', {
        others: TEST_RUNNERS,
        node: engines.node.replace('>=', ''),
      }),
    ],
    after: () => {
      copy('service/kit/webrtc/picture.webm', 'out/service/kit/picture.webm')
      copy('service/control/store/migrations', 'out/service/migrations')
      // Where better-sqlite3, now part of a bundle in out/service, looks for its binary.
      copy('node_modules/better-sqlite3/prebuilds', 'out/prebuilds')
    },
  },
  {
    name: 'main',
    sources: ['main', 'service/contract'],
    options: async () => [nodeBundle('main', { index: 'main/index.ts' }, 'es')],
    after: () => copy('main/assets', 'out/main/assets'),
  },
  {
    name: 'preload',
    sources: ['preload', 'service/contract'],
    // A sandboxed preload is one CommonJS file; one entry without dynamic imports makes no chunks.
    options: async () => [nodeBundle('preload', { index: 'preload/index.ts' }, 'cjs')],
  },
  {
    name: 'renderer',
    sources: ['renderer', 'service/contract'],
    options: async () => [await rendererBundle()],
    after: () => FONTS.forEach(noticeFont),
  },
]

/**
 * What is there already goes first: a running service has native code mapped, and dies where its file is overwritten.
 * @param {string} from @param {string} to folders or files below the checkout
 */
function copy(from, to) {
  rmSync(inRoot(to), { recursive: true, force: true })
  cpSync(inRoot(from), inRoot(to), { recursive: true })
}

/** Vite's notices leave out what only a style sheet names. @param {string} name of a package */
function noticeFont(name) {
  const licence = readFileSync(inRoot('node_modules', name, 'LICENSE'), 'utf8')
  appendFileSync(inRoot('out/renderer', NOTICES.fileName), `\n## ${name} (OFL-1.1)\n\n${licence}`)
}

/**
 * @param {string} folder below out/
 * @param {Record<string, string>} entries file name without suffix → source
 * @param {'es' | 'cjs'} format
 * @param {{ others?: string[], node?: string }} [of] packages that stay imports, besides `dependencies`, and the lowest
 *   Node that runs it
 */
function nodeBundle(folder, entries, format, { others = [], node = LOWEST_NODE } = {}) {
  const missing = Object.values(entries).filter((source) => !existsSync(inRoot(source)))
  if (missing.length > 0) throw new Error(`${folder}: no such entry: ${missing.join(', ')}`)
  const suffix = format === 'cjs' ? 'cjs' : 'js'
  return {
    root: inRoot(),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [plainHttp()],
    build: {
      outDir: inRoot('out', folder),
      emptyOutDir: true,
      ssr: true,
      license: NOTICES,
      target: format === 'cjs' ? BROWSER : `node${node}`,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, inRoot(source)])),
        external: (id) => isExternal(id) || others.some((name) => isOf(id, name)),
        output: {
          format,
          charset: ASCII,
          // Nobody reads them there, and each start does.
          comments: false,
          entryFileNames: `[name].${suffix}`,
          chunkFileNames: `chunk-[name]-[hash].${suffix}`,
        },
      },
    },
    // CommonJS that becomes part of a module finds its folder in these.
    define: format === 'cjs' ? {} : { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    ssr: { noExternal: true, external: [] },
  }
}

const { dependencies, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const EXTERNAL = ['electron', ...Object.keys(dependencies), ...builtinModules]

/** Packages that are installed beside the bundle (`dependencies`: native ones) stay imports; the rest is bundled. */
function isExternal(id) {
  if (isHttp(id)) return false
  return id.startsWith('node:') || EXTERNAL.some((name) => isOf(id, name))
}

/** @param {string} id @param {string} name of a package */
const isOf = (id, name) => id === name || id.startsWith(`${name}/`)

/**
 * A room is a file of its own. Together in one are what a page begins with; the schemas, which take long to make and
 * which only forms check by; and what most rooms are made of, as browsers load few files at a time.
 */
const CHUNKS = [
  { name: 'start', tags: ['$initial'], minShareCount: 2 },
  { name: 'schemas', test: /[\\/](zod|service[\\/]contract)[\\/]/ },
  { name: 'kit', test: /[\\/](@mantine|@tanstack|@tabler|renderer[\\/](ui|log))[\\/]/, minShareCount: 2 },
]

async function rendererBundle() {
  return {
    ...(await rendererConfig()),
    logLevel: 'warn',
    build: {
      outDir: inRoot('out', 'renderer'),
      emptyOutDir: true,
      license: NOTICES,
      target: BROWSER,
      sourcemap: true,
      chunkSizeWarningLimit: 3000,
      rolldownOptions: { output: { charset: ASCII, codeSplitting: { groups: CHUNKS } } },
    },
  }
}

/** What the build and the development server have in common. */
export async function rendererConfig() {
  const { default: react } = await import('@vitejs/plugin-react')
  return {
    root: inRoot('renderer'),
    base: '/',
    configFile: false,
    plugins: [react(), japaneseFont(), schemalessRoutes()],
  }
}
