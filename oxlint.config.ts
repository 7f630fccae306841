import { defineConfig } from 'oxlint'

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

const outgoing = 'Connections to addresses that somebody named are made in service/platform/net/outgoing/.'
const waysOut = ['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: outgoing }))
const clients = [
  { name: 'node:http', importNames: ['request', 'get', 'Agent', 'globalAgent', 'ClientRequest'] },
  { name: 'node:https', importNames: ['request', 'get', 'Agent', 'globalAgent'] },
  { name: 'node:net', importNames: ['connect', 'createConnection', 'Socket', 'Stream'] },
  { name: 'node:tls', importNames: ['connect', 'TLSSocket'] },
  { name: 'node:http2', importNames: ['connect'] },
  { name: 'ws', importNames: ['WebSocket', 'default'] },
  ...['node:dns', 'node:dns/promises', 'undici', '@smithy/node-http-handler'].map((name) => ({ name })),
].map((client) => ({ ...client, allowTypeImports: true, message: outgoing }))

const hexColour = {
  selector: 'Literal[value=/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i]',
  message: 'Colours are named in renderer/theme.',
}

/** React calls what an effect returns as its clean-up; newer Chromium returns promises where it returned nothing. */
const effectAnswer = {
  selector:
    'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/] > ArrowFunctionExpression[body.type=/^(Call|Chain|Await|Assignment|Unary)Expression$/]',
  message: 'An effect returns its clean-up or nothing; put the call into braces.',
}

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

/** The strictest set of typescript-eslint, less what `categories` brings. */
const strict = Object.fromEntries(
  [
    'ban-ts-comment',
    'no-dynamic-delete',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extraneous-class',
    'no-generated-empty-object-type',
    'no-invalid-void-type',
    'no-misused-promises',
    'no-mixed-enums',
    'no-namespace',
    'no-non-null-asserted-nullish-coalescing',
    'no-non-null-assertion',
    'no-require-imports',
    'no-unnecessary-boolean-literal-compare',
    'no-unnecessary-condition',
    'no-unnecessary-template-expression',
    'no-unnecessary-type-arguments',
    'no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint',
    'no-unnecessary-type-conversion',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-function-type',
    'no-unsafe-member-access',
    'no-unsafe-return',
    'only-throw-error',
    'prefer-literal-enum-member',
    'prefer-promise-reject-errors',
    'prefer-reduce-type-parameter',
    'prefer-return-this-type',
    'related-getter-setter-pairs',
    'require-await',
    'unbound-method',
    'unified-signatures',
    'use-unknown-in-catch-callback-variable',
  ].map((rule) => [`typescript/${rule}`, 'error'] as const),
)

/** What ESLint recommends for code without types, less what `categories` brings. */
const untyped = Object.fromEntries(
  [
    'no-case-declarations',
    'no-control-regex',
    'no-empty',
    'no-fallthrough',
    'no-prototype-builtins',
    'no-redeclare',
    'no-regex-spaces',
    'no-undef',
    'no-unexpected-multiline',
    'no-useless-assignment',
    'preserve-caught-error',
  ].map((rule) => [rule, 'error'] as const),
)

/** What React asks of components and hooks. */
const hooks = Object.fromEntries(
  [
    'rules-of-hooks',
    'exhaustive-deps',
    'static-components',
    'use-memo',
    'void-use-memo',
    'preserve-manual-memoization',
    'immutability',
    'globals',
    'refs',
    'set-state-in-effect',
    'set-state-in-render',
    'error-boundaries',
    'purity',
  ].map((rule) => [`react/${rule}`, 'error'] as const),
)

export default defineConfig({
  ignorePatterns: ['out/', 'dist/', '**/*.d.mts', 'service/kit/open-api/'],
  plugins: ['eslint', 'typescript', 'oxc', 'react'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'error' },
  options: { typeAware: true, typeCheck: true, respectEslintDisableDirectives: false },
  env: { builtin: true },
  rules: {
    'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'], location: 'anywhere' }],
    'no-console': 'error',
    eqeqeq: 'error',
    'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    'max-lines': ['error', { max: 700 }],
    'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
    // `${port}` and `${pid}` say what they mean.
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    // `[...text]` counts code points, which is how both APIs count lengths.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/require-array-sort-compare': 'off',
    // There are no enums (erasable syntax only).
    'typescript/no-unsafe-enum-comparison': 'off',
    // Names of files are freed of them.
    'no-control-regex': 'off',
    // It speaks of the React compiler, which is not used.
    'react/incompatible-library': 'off',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx,mts}'],
      rules: {
        ...strict,
        'no-array-constructor': 'error',
        'no-useless-constructor': 'error',
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
      },
    },
    { files: ['renderer/**/*.{ts,tsx}'], rules: hooks },
    // Run before anything is installed, these are no TypeScript and talk to a person on a terminal.
    { files: ['**/*.{js,mjs,cjs}'], env: { node: true }, rules: { ...untyped, 'no-console': 'off' } },
    {
      // Time and settings are passed on.
      files: ['service/{contract,protocol,provider,control,composition}/**/*.ts', 'service/*.ts'],
      excludeFiles: ['service/main.ts', ...TESTS],
      rules: {
        'no-restricted-properties': ['error', environment, ...clock],
        'no-restricted-globals': ['error', ...timers, ...waysOut],
      },
    },
    {
      files: ['service/{platform,media}/**/*.ts'],
      excludeFiles: TESTS,
      rules: { 'no-restricted-globals': ['error', ...waysOut] },
    },
    {
      files: ['service/**/*.ts'],
      excludeFiles: [
        // Part of the tests of other apps.
        'service/kit/**',
        // For programs that name the address themselves, on this computer.
        'service/control/emulator/aliases/*.ts',
        // To the instance on this computer, and for the test kit; nothing that decides or moves media may import it.
        'service/entry/ask.ts',
        'service/platform/net/outgoing/connect.ts',
        // To a pipe of this service.
        'service/media/link/connect.ts',
        // What a listener has accepted.
        'service/media/rtmp/pooled-socket.ts',
        'service/media/rtmp/secured-socket.ts',
        ...TESTS,
      ],
      rules: { 'typescript/no-restricted-imports': ['error', { paths: clients }] },
    },
    {
      files: ['service/{platform,media}/**/*.ts', 'main/**', 'preload/**', 'renderer/**'],
      // The usual folders are named in the environment, and a worker's level of logging comes with it; a process that
      // is started has its parent's.
      excludeFiles: [
        'service/platform/settings/**',
        'service/platform/host.ts',
        'service/media/*/worker.ts',
        ...TESTS,
      ],
      rules: { 'no-restricted-properties': ['error', environment] },
    },
    {
      files: ['renderer/**/*.{ts,tsx}'],
      excludeFiles: ['renderer/theme/**', ...TESTS],
      rules: { 'eslint-js/no-restricted-syntax': ['error', hexColour, effectAnswer] },
    },
    {
      files: ['main/**/*.ts', 'preload/**/*.ts'],
      excludeFiles: TESTS,
      rules: { 'eslint-js/no-restricted-syntax': ['error', weakened, ...weakPages] },
    },
    {
      files: ['main/**/*.ts', 'preload/**/*.ts'],
      excludeFiles: ['main/ipc.ts', ...TESTS],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: 'electron',
                importNames: ['ipcMain'],
                message: 'Calls of pages come in by main/ipc.ts, where sender and payload are checked.',
              },
            ],
          },
        ],
      },
    },
    { files: ['main/**', 'service/main.ts'], rules: { 'no-console': 'off' } },
    {
      files: ['examples/**'],
      rules: { 'no-restricted-exports': 'off', 'typescript/no-floating-promises': 'off' },
    },
    {
      files: TESTS,
      rules: {
        'max-lines-per-function': 'off',
        'no-console': 'off',
        // Playwright reads which fixtures a fixture needs from its first argument.
        'no-empty-pattern': 'off',
        // What is no number of the kind is bad input, and what is undefined fails the test.
        'no-loss-of-precision': 'off',
        'no-unsafe-optional-chaining': 'off',
        'typescript/no-base-to-string': 'off',
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/require-await': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    {
      // Tools ask for these by default export.
      files: [
        '*.config.{js,ts}',
        'scripts/lib/failures-reporter.mjs',
        'test/support/{build-first,prepare-browser-tests}.ts',
      ],
      rules: { 'no-restricted-exports': 'off' },
    },
  ],
})
