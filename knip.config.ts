import type { KnipConfig } from 'knip'

/** Finds files, exports and packages that nothing uses. A file is used that an entry imports, step by step. */
export default {
  entry: [
    'service/main.ts',
    'service/media/*/worker.ts',
    'service/control/store/request-log-writer.ts',
    'service/kit/{index,vitest,playwright,redirect}.ts',
    'service/kit/webrtc/worker.ts',
    'test/support/kit/{hundred.spec,vitest.config,run-by-exec/vitest.config}.ts',
    'main/index.ts',
    'preload/index.ts',
    'renderer/main.tsx',
    'scripts/**/*.mjs',
    'test/packages/vitest.config.ts',
    'test/e2e/readme-pictures.ts',
    'test/corpus/record.ts',
    // Tests start these as processes of their own, or read them as a page's script.
    'test/{bench,hour,soak}/**/*.ts',
    'test/desktop/*.cjs',
    'test/fuzz/{run,fuzz-child}.ts',
    'test/fuzz/targets/*.ts',
    'test/electron-stand-in/{boot,resolve-electron}.ts',
    'test/support/**/*-child.ts',
    'test/support/fake-{origin,thumbnail,transcoder}.ts',
    // In place of what tests import.
    'test/mutation/{argon2,service-here}.ts',
  ],
  project: ['{bin,main,preload,renderer,scripts,service,test}/**/*.{ts,tsx,mjs,cjs}', '*.ts'],
  // A type that only its own file names still describes what that file exports.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Found by a path or by a name in text: style sheets, programs, what tests load or write for a client.
  ignoreDependencies: [
    '@fontsource-variable/*',
    '@redocly/openapi-core',
    'azurite',
    'electron-builder',
    'node-media-server',
    'tsc7',
  ],
  // Written from the published documents, whole.
  ignoreIssues: { 'service/kit/open-api/*.ts': ['exports', 'types'] },
  exclude: ['binaries', 'duplicates'],
} satisfies KnipConfig
