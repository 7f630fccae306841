/**
 * Runs fuzzers, each in a process of its own: `npm run fuzz -- --only sdp,rtp --cases 1000000 --seed 7`.
 * `--seconds N` ends each in time; `--first N --cases 1` repeats one case of a seed. Ends with 1 where there is a fault.
 */
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { FuzzResult } from './fuzz-target.ts'
import { targetNames } from './targets.ts'

const { values } = parseArgs({
  options: {
    /** Targets, separated by commas; all by default. */
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    cases: { type: 'string', default: '100000' },
    first: { type: 'string', default: '0' },
    /** Each target ends after so long, however few its cases. */
    seconds: { type: 'string' },
  },
})

/** A process that says nothing for this long hangs. A round of cases takes seconds, minutes on a very busy machine. */
const SILENCE_MS = 1_800_000
/** Between two lines of what was done so far. */
const SHOWN_EVERY = 100_000

/** What the process of a target says. */
export type Said = { readonly done: number } | { readonly result: FuzzResult }

function runTarget(name: string): Promise<FuzzResult | string> {
  const options = {
    name,
    seed: Number(values.seed),
    cases: Number(values.cases),
    first: Number(values.first),
    ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
  }
  const child = fork(new URL('fuzz-child.ts', import.meta.url), [JSON.stringify(options)])
  let done = 0
  let result: FuzzResult | null = null
  let isSilent = false
  const silence = setTimeout(() => {
    isSilent = true
    child.kill('SIGKILL')
  }, SILENCE_MS)
  child.on('message', (said: Said) => {
    silence.refresh()
    if ('result' in said) result = said.result
    else if (Math.floor(said.done / SHOWN_EVERY) > Math.floor(done / SHOWN_EVERY)) show(name, said.done)
    if ('done' in said) done = said.done
  })
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearTimeout(silence)
      const from = options.first + done
      if (isSilent) resolve(`it hangs in one of the cases from ${from} on`)
      else resolve(result ?? `its process ended (${signal ?? code}) in one of the cases from ${from} on`)
    })
  })
}

function show(name: string, cases: number): void {
  console.log(`${name}: ${cases} cases`)
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

function showResult(name: string, { cases, seconds, memory, outcomes }: FuzzResult): void {
  console.log(
    `${name}: ${cases} cases in ${seconds.toFixed(0)} s, ` +
      `heap ${mebibytes(memory.heapBefore)} before, ${mebibytes(memory.heapNow)} after, ` +
      `resident ${mebibytes(memory.residentMost)} at most`,
  )
  console.log(`${name}:`, outcomes)
}

for (const name of values.only?.split(',') ?? targetNames()) {
  console.log(`${name}: ${values.cases} cases, seed ${values.seed}`)
  const result = await runTarget(name)
  if (typeof result !== 'string') showResult(name, result)
  for (const fault of typeof result === 'string' ? [result] : result.faults) {
    console.error(`${name}, seed ${values.seed}, ${fault}`)
    process.exitCode = 1
  }
}
