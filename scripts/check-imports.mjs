/** Checks that imports point down (scripts/lib/import-rules.mjs) and never in a circle. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { cyclesOf, faultOf, foldersOf, targetOf, TREES } from './lib/import-rules.mjs'
import { inRoot, root } from './lib/paths.mjs'

const FOLDERS = ['service', 'main', 'preload', 'renderer', 'test']

const files = FOLDERS.flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true, withFileTypes: true }),
)
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))

const imports = files.flatMap((file) =>
  ts
    .preProcessFile(readFileSync(inRoot(file), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => ({ file, specifier: fileName })),
)

const graph = new Map(files.map((file) => [file, []]))
for (const { file, specifier } of imports) {
  if (specifier.startsWith('.')) graph.get(file).push(targetOf(file, specifier))
}

const faults = [
  ...imports.flatMap((given) => {
    const fault = faultOf(given)
    return fault ? [`${given.file}: imports ${given.specifier}: ${fault}`] : []
  }),
  ...[graph, ...TREES.map((tree) => foldersOf(graph, tree))]
    .flatMap(cyclesOf)
    .map((cycle) => `circle: ${[...cycle, cycle[0]].join(' → ')}`),
]
for (const fault of faults) console.error(fault)
console.log(`Imports: ${imports.length} in ${files.length} files, ${faults.length} against the rules`)
process.exit(faults.length > 0 ? 1 : 0)
