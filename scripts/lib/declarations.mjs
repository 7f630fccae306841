import { readFileSync, writeFileSync } from 'node:fs'
import { generateDtsBundle } from 'dts-bundle-generator'
import ts from 'typescript'
import { inRoot } from './paths.mjs'
import { withoutSchemas } from './plain-types.mjs'

/** Libraries that are bundled; whoever imports the bundle has none of their types. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers']

/** What the others import of the kit is what the first entry exports, so that each type is there once. */
const SHARED = './index.js'

/**
 * Writes what TypeScript has to know of a bundle's entries.
 * @param {Record<string, string>} entries file name without suffix → source; each becomes one file that needs no other
 * @param {Record<string, string>} runners the same of those that add to the entry `index`, and import its types
 * @param {string} folder below the checkout
 */
export function writeDeclarations(entries, runners, folder) {
  const given = Object.values(entries).map((source) => ({
    filePath: inRoot(source),
    libraries: { inlinedLibraries: BUNDLED },
    output: { noBanner: true, exportReferencedTypes: false },
  }))
  const bundles = generateDtsBundle(given, { preferredConfigPath: inRoot('tsconfig.json') })
  const fileOf = (name) => inRoot(folder, `${name}.d.ts`)
  const files = Object.keys(entries).map((name, at) => [fileOf(name), bundles[at]])
  for (const [file, text] of Object.entries(withoutSchemas(Object.fromEntries(files))))
    writeFileSync(file, text)
  for (const [name, source] of Object.entries(runners)) writeFileSync(fileOf(name), runnerDeclaration(source))
}

/**
 * What TypeScript has to know of a source that adds to the entry `index`.
 * @param {string} source says the types of its exports, and imports from the kit only what `index` exports
 */
export function runnerDeclaration(source) {
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(inRoot(source), 'utf8'), {
    fileName: inRoot(source),
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    reportDiagnostics: true,
  })
  const [wrong] = diagnostics ?? []
  if (wrong) throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(wrong.messageText, ' ')}`)
  return outputText.replaceAll(/(?<=from ')\.\/[\w-]+\.ts(?=')/g, SHARED)
}
