/** Checks that nothing in service/ and renderer/ reads what a sentence of ours says (scripts/lib/sentence-rule.mjs). */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { sentencesReadIn } from './lib/sentence-rule.mjs'
import { inRoot, root } from './lib/paths.mjs'

/** Sentences of others, who have no code for it: how often they are read, by file. @type {Record<string, number>} */
const OF_OTHERS = {
  // Azure Blob Storage has one code for several faults.
  'service/provider/archive/azblob-fault.ts': 2,
  // Google Cloud Storage has one code for several faults too.
  'service/provider/archive/gs-fault.ts': 3,
  // V8 tells the place of a fault in JSON in its sentence alone.
  'service/control/json/strict-json.ts': 1,
  // commander begins its sentences with "error: ".
  'service/platform/settings/usage-error.ts': 1,
}

const files = ['service', 'renderer']
  .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, withFileTypes: true }))
  .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))

const faults = files.flatMap((file) => {
  const lines = sentencesReadIn(file, readFileSync(inRoot(file), 'utf8'))
  if (lines.length === (OF_OTHERS[file] ?? 0)) return []
  return lines.length === 0
    ? [`${file}: reads no sentence any more; take it out of the list of scripts/check-sentences.mjs`]
    : lines.map((line) => `${file}:${line}: reads a sentence; what it means is to come as data`)
})
for (const fault of faults) console.error(fault)
console.log(`Sentences: ${files.length} files, ${faults.length} read what one says`)
process.exit(faults.length > 0 ? 1 : 0)
