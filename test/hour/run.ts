/**
 * `npm run hour [-- --only frozen,killed,…,first-run --write]`
 *
 * Breaks a real broadcast in every way that we know, one after the other, while the console is watched as its words
 * come, and says how soon it told what was so, and what it told that was not. `--write` puts what was measured into
 * docs/failures.md. Runs on Linux.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { writeSections } from '../bench/document.ts'
import { context, faultTable } from './document.ts'
import { FAULTS, OVERLOAD } from './faults.ts'
import type { Fault } from './faults.ts'
import { measureFirstRun } from './first-run.ts'
import { provoke } from './provoke.ts'
import type { Told } from './provoke.ts'
import { Stage } from './stage.ts'

const FIRST_RUN = 'first-run'
const ALL = [...FAULTS.map(({ id }) => id), FIRST_RUN]
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: ALL.join(',') },
    write: { type: 'boolean', default: false },
  },
})
const only = values.only.split(',')
for (const name of only) if (!ALL.includes(name)) throw new Error(`${name} is none of ${ALL.join(', ')}`)

const folder = inRoot('out', 'hour')
mkdirSync(folder, { recursive: true })
const sections = new Map<string, string>()

const told: Told[] = []
const failed: string[] = []

/** Each has a service of its own, so that one that cannot be set up leaves the others as they are. */
async function run(fault: Fault): Promise<void> {
  console.log(`── ${fault.title}`)
  // Only where that is the fault is this computer to be told to be too busy, whatever else runs on it.
  const stage = await Stage.set(['--overload-at', fault.id === OVERLOAD ? '85' : '0'])
  try {
    const outcome = await provoke(stage, fault)
    writeFileSync(`${folder}/${fault.id}.json`, JSON.stringify(outcome, null, 1))
    const { seconds, gone, isFalse, apart } = outcome
    console.log(`   first true word after ${seconds} s, gone after ${gone} s`)
    for (const text of isFalse) console.log(`   false: ${text}`)
    for (const text of apart.slice(0, 5)) console.log(`   apart: ${text}`)
    if (seconds === null || isFalse.length > 0 || apart.length > 0) failed.push(fault.title)
    told.push(outcome)
  } catch (error) {
    console.log(`   ${error instanceof Error ? error.message : String(error)}`)
    for (const { matter, value, place } of await stage.words().catch(() => []))
      console.log(`   then: ${matter} ${value}, ${place}`)
    failed.push(fault.title)
  } finally {
    await stage.end()
  }
}

for (const fault of FAULTS) if (only.includes(fault.id)) await run(fault)
if (told.length > 0) sections.set('Faults', `${faultTable(told)}\n\n${context()}`)
if (only.includes(FIRST_RUN)) sections.set('First run', await measureFirstRun())

const text = [...sections].map(([heading, table]) => `## ${heading}\n\n${table}`).join('\n\n')
console.log(`\n${text}`)
writeFileSync(`${folder}/failures.md`, `${text}\n`)
if (values.write) writeSections(sections, inRoot('docs', 'failures.md'))
console.log(failed.length === 0 ? '\nno failure' : `\nfailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
