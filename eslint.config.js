import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'

const TYPESCRIPT = ['**/*.{ts,tsx,mts}']
const TESTS = ['**/*.test.{ts,tsx}', 'test/**']

/** Members of objects that only their owners may read. */
const environment = {
  object: 'process',
  property: 'env',
  message: 'Settings come from the command line; read them in service/main.ts and pass them on.',
}
const clock = [
  { object: 'Date', property: 'now', message: 'Time comes from the injected Clock.' },
  { object: 'performance', property: 'now', message: 'Time comes from the injected Clock.' },
]
const timers = ['setTimeout', 'setInterval'].map((name) => ({
  name,
  message: 'Timers come from the injected Clock.',
}))

const hexColour = {
  selector: 'Literal[value=/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i]',
  message: 'Colours are named in renderer/theme.',
}

/** Names of `electron` that one file has for itself, and what to use instead. */
const electronsOwn = (names, message) => ({
  paths: [{ name: 'electron', importNames: names, message }],
})
const ipc = 'Calls of pages come in by main/ipc.ts, where sender and payload are checked.'
/** What would take a page's protection away. */
const weakPages = [
  'allowRunningInsecureContent',
  'enableBlinkFeatures',
  'experimentalFeatures',
  'nodeIntegrationInSubFrames',
  'nodeIntegrationInWorker',
].map((name) => ({
  selector: `Property[key.name="${name}"]`,
  message: 'Pages keep all of their protection.',
}))
const weakened = {
  selector:
    'Property[key.name=/^(webSecurity|sandbox|contextIsolation)$/][value.value=false], Property[key.name=/^(nodeIntegration|webviewTag)$/][value.value=true]',
  message: 'Pages keep all of their protection.',
}

export default defineConfig(
  globalIgnores(['out/', 'dist/', '**/*.d.mts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },

  {
    name: 'airdesk/scripts',
    files: ['**/*.{js,mjs}'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'performance',
          'fetch',
          'URL',
          'AbortSignal',
          'setTimeout',
          'clearTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    name: 'airdesk/typescript',
    files: TYPESCRIPT,
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // `${port}` and `${pid}` say what they mean.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `() => list.push(x)` as a callback whose value nobody reads.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // `[...text]` counts code points, which is how both APIs count lengths.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // `newId<ChannelId>()` brands its result.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // There are no enums (erasable syntax only); the others cost much and found nothing here.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-deprecated': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      'max-lines': ['error', { max: 700 }],
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    name: 'airdesk/time and settings',
    files: ['service/{contract,protocol,provider,control}/**/*.ts', 'service/*.ts'],
    ignores: ['service/main.ts', ...TESTS],
    rules: {
      'no-restricted-properties': ['error', environment, ...clock],
      'no-restricted-globals': ['error', ...timers],
    },
  },
  {
    name: 'airdesk/settings',
    files: ['service/{platform,media}/**/*.ts', 'main/**', 'preload/**', 'renderer/**'],
    // The usual folders are named in the environment, and a worker's level of logging comes with it.
    ignores: ['service/platform/settings/**', 'service/media/*/worker.ts', ...TESTS],
    rules: { 'no-restricted-properties': ['error', environment] },
  },
  {
    name: 'airdesk/renderer',
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [hooks.configs.flat['recommended-latest']],
    // It speaks of the React compiler, which is not used.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    name: 'airdesk/colours',
    files: ['renderer/**/*.{ts,tsx}'],
    ignores: ['renderer/theme/**', ...TESTS],
    rules: { 'no-restricted-syntax': ['error', hexColour] },
  },

  {
    name: 'airdesk/electron',
    files: ['main/**/*.ts', 'preload/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-imports': ['error', electronsOwn(['ipcMain'], ipc)],
      'no-restricted-syntax': ['error', weakened, ...weakPages],
    },
  },
  { name: 'airdesk/the door of main', files: ['main/ipc.ts'], rules: { 'no-restricted-imports': 'off' } },

  {
    // These talk to a person on a terminal.
    name: 'airdesk/terminal',
    files: ['main/**', 'service/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    name: 'airdesk/tests',
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Tools ask for these by default export.
    name: 'airdesk/tool entries',
    files: ['*.config.ts', 'test/support/build-first.ts', 'test/support/prepare-browser-tests.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
)
