/**
 * Takes one check of the rules of both public APIs out at a time, and runs the tests that should notice:
 * conformance first, then the unit tests of the APIs and those beside the rule. Lists what nobody noticed.
 *
 * All of it takes long, so it works in pieces: each call goes on where the last one ended.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL } from '../conformance/all.ts'
import type { StatementId } from '../conformance/all.ts'
import { heldHere } from '../conformance/held-here.ts'
import { isEquivalent } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import type { Mutant } from './mutants.ts'
import { Results } from './results.ts'
import type { Result } from './results.ts'
import { conformanceTests, ownTests, ruleFiles, testsBeside, testsOfApis } from './rules.ts'
import { WarmTests } from './warm-tests.ts'
import type { Outcome } from './warm-tests.ts'

const { values } = parseArgs({
  options: {
    /** Ends after so long; call it again to go on. */
    minutes: { type: 'string', default: '4' },
    /** Only mutants whose file has this in its path. */
    only: { type: 'string', default: '' },
    /** `1/2` and `2/2` may run at the same time. */
    shard: { type: 'string', default: '1/1' },
    /** How many of them at most, chosen by the seed. */
    sample: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '13' },
    /** Tries those again that nobody noticed: tests may be better now. */
    again: { type: 'boolean', default: false },
    /** The test of a rule's own file first; then nobody knows how many conformance alone would notice. */
    quick: { type: 'boolean', default: false },
    /** Notes every conformance test that fails, not only the first, to tell which statements never did. */
    'every-failure': { type: 'boolean', default: false },
    /** Runs nothing. */
    report: { type: 'boolean', default: false },
  },
})

const results = new Results()
const files = ruleFiles().filter((file) => file.includes(values.only))
const all = shuffled(
  files.flatMap((file) => mutantsOf(file)),
  values.seed,
)
const mutants = values.sample === 'all' ? all : all.slice(0, Number(values.sample))

/** Without a look at how long they take with the rules as they are. */
const QUICK_PATIENCE_MS = 180_000
/** By the tests. */
const patience = new Map<string, number>()
if (values.again) results.forgetSurvivors()
if (!values.report) await runSome()
report()

async function runSome(): Promise<void> {
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
  const until = Date.now() + Number(values.minutes) * 60_000
  const todo = mutants.filter((mutant, i) => i % shards === shard - 1 && !results.has(mutant.id))
  let tests = await startTests()
  for (const mutant of todo) {
    if (Date.now() > until) break
    const result = await tryOut(mutant, tests)
    results.add(result)
    // What hangs is ended with the process that it hangs in.
    if (result.by === 'time') tests = await startTests()
    if (result.by === 'nobody') console.log(`nobody noticed ${text(mutant)}`)
  }
  await tests.close()
}

function startTests(): Promise<WarmTests> {
  return WarmTests.start({ everyFailure: values['every-failure'] })
}

async function tryOut(mutant: Mutant, tests: WarmTests): Promise<Result> {
  const { id, file } = mutant
  const conformance = ['conformance', conformanceTests(file)] as const
  const beside = ['unit', testsBeside(file)] as const
  const first = values.quick
    ? [['unit', ownTests(file)] as const, conformance, beside]
    : [conformance, beside]
  const stages = [...first, ['unit', testsOfApis()] as const]
  for (const [by, testFiles] of stages) {
    if (testFiles.length === 0) continue
    const outcome = await tests.run(mutant, testFiles, await patienceFor(testFiles, tests))
    if (outcome === 'hangs') return { id, by: 'time', failed: [] }
    if (noticed(outcome)) return { id, by, failed: outcome.failed }
  }
  return { id, by: 'nobody', failed: [] }
}

/**
 * How long these tests may take, milliseconds: some times as long as with the rules as they are.
 * @throws Error where they fail even then
 */
async function patienceFor(testFiles: readonly string[], tests: WarmTests): Promise<number> {
  if (values.quick) return QUICK_PATIENCE_MS
  const key = [...testFiles].sort().join()
  const known = patience.get(key)
  if (known !== undefined) return known
  const startedAt = performance.now()
  const asTheyAre = await tests.runAsTheyAre(testFiles)
  if (noticed(asTheyAre)) throw new Error('red without any mutant', { cause: asTheyAre })
  const taken = performance.now() - startedAt
  patience.set(key, 10 * taken)
  return 10 * taken
}

function noticed({ failed, errors }: Outcome): boolean {
  return failed.length + errors > 0
}

function report(): void {
  const known = mutants.filter(({ id }) => results.has(id))
  const counted = known.filter((mutant) => !isEquivalent(mutant))
  const by = (...who: Result['by'][]) =>
    counted.filter(({ id }) => who.includes(results.get(id)?.by ?? 'nobody'))
  const percent = (part: readonly Mutant[]) => `${((100 * part.length) / counted.length).toFixed(1)} %`
  const survivors = by('nobody')
  const failed = new Set(known.flatMap(({ id }) => results.get(id)?.failed ?? []))
  const never = statements().filter((id) => !failed.has(`${id}: ${ALL[id]}`))
  for (const mutant of survivors) console.log(`survives: ${text(mutant)}`)
  const found = by('conformance', 'unit', 'time')
  console.log(
    `${known.length} of ${all.length} mutants tried, ${known.length - counted.length} of them equivalent; ` +
      `noticed: ${found.length} (${percent(found)}), by conformance alone ${by('conformance', 'time').length} ` +
      `(${percent(by('conformance', 'time'))}); ${survivors.length} survive`,
  )
  if (values['every-failure'])
    console.log(`statements that never failed (${never.length}): ${never.join(', ')}`)
  if (known.length < mutants.length) console.log(`${mutants.length - known.length} are left: run it again`)
}

/** Those that the conformance tests hold which run here. */
function statements(): StatementId[] {
  const files = conformanceTests('').map((file) => basename(file))
  return [...heldHere()].filter(([, file]) => files.includes(file)).map(([id]) => id as StatementId)
}

function text({ file, line, what, by }: Mutant): string {
  return `${file}:${line} ${what} → ${by.replace(/\s+/g, ' ').slice(0, 80)}`
}

/** In an order that looks like chance and is the same for the same seed: any beginning of it is a sample. */
function shuffled(items: readonly Mutant[], seed: string): Mutant[] {
  const place = ({ id }: Mutant) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  const placed = items.map((item) => [place(item), item] as const)
  return placed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
