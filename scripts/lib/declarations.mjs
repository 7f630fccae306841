import { writeFileSync } from 'node:fs'
import { generateDtsBundle } from 'dts-bundle-generator'
import { inRoot } from './paths.mjs'

/** Libraries that are bundled; whoever imports the bundle has none of their types. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers']

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
  const texts = generateDtsBundle(given, { preferredConfigPath: inRoot('tsconfig.json') })
  for (const [at, name] of Object.keys(entries).entries())
    writeFileSync(inRoot(folder, `${name}.d.ts`), texts[at])
}
