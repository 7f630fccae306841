import { writeFileSync } from 'node:fs'
import { generateDtsBundle } from 'dts-bundle-generator'
import { inRoot } from './paths.mjs'
import { withoutSchemas } from './plain-types.mjs'

/** Libraries that are bundled; whoever imports the bundle has none of their types. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers']

/** The bundler says a second time what it imports and exports already, from a package that users have not installed. */
const SAID_TWICE = /^export \{ expect \} from 'playwright\/test';\n/m

/**
 * Writes what TypeScript has to know of a bundle's entries, each as one file that needs no other.
 * @param {Record<string, string>} entries file name without suffix → source
 * @param {string} folder below the checkout
 */
export function writeDeclarations(entries, folder) {
  const given = Object.values(entries).map((source) => ({
    filePath: inRoot(source),
    libraries: { inlinedLibraries: BUNDLED },
    output: { noBanner: true, exportReferencedTypes: false },
  }))
  const bundles = generateDtsBundle(given, { preferredConfigPath: inRoot('tsconfig.json') })
  const files = Object.keys(entries).map((name, at) => [inRoot(folder, `${name}.d.ts`), bundles[at]])
  for (const [file, text] of Object.entries(withoutSchemas(Object.fromEntries(files))))
    writeFileSync(file, text.replace(SAID_TWICE, ''))
}
