import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkerName } from '../platform/host.ts'

/** Where the parts of the program are. */
export interface Layout {
  readonly version: string
  /** The started file. */
  readonly main: string
  /** Entry file of a media process. */
  readonly worker: (name: WorkerName) => string
  readonly migrations: string
  /** Entry file of the thread that keeps the request log. */
  readonly requestLogWriter: string
  /** The built console; may not be there when running from sources. */
  readonly console: string
}

/**
 * The program as built (`out/service/main.js` beside its workers), or as it lies in the checkout
 * (`service/main.ts`), which Node runs as it is.
 * @param mainFile the started file
 */
export function findLayout(mainFile: string): Layout {
  const folder = join(mainFile, '..')
  if (mainFile.endsWith('.ts')) {
    return {
      main: mainFile,
      version: readVersion(join(folder, '..')),
      worker: (name) => join(folder, 'media', name, 'worker.ts'),
      migrations: join(folder, 'control', 'store', 'migrations'),
      requestLogWriter: join(folder, 'control', 'store', 'request-log-writer.ts'),
      console: join(folder, '..', 'out', 'renderer'),
    }
  }
  return {
    main: mainFile,
    version: readVersion(join(folder, '..', '..')),
    worker: (name) => join(folder, `${name}.js`),
    migrations: join(folder, 'migrations'),
    requestLogWriter: join(folder, 'request-log-writer.js'),
    console: join(folder, '..', 'renderer'),
  }
}

function readVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : null
  return typeof version === 'string' ? version : 'unknown'
}
