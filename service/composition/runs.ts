import { openRuns } from '../control/emulator/runs.ts'
import type { Runs } from '../control/emulator/runs.ts'
import type { KnownBefore } from '../control/emulator/record/masks.ts'
import type { Clock } from '../platform/clock.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import { COVERABLE } from './coverable.ts'

/** What a run is told by the service of the moment. */
export interface RunSource {
  clock: Pick<Clock, 'now'>
  /** Null until everything listens; nobody can ask for a recording before. */
  before: KnownBefore | null
}

interface KeptRuns {
  readonly runs: Runs
  readonly source: RunSource
}

/** By data folder: who restores a snapshot starts the service again, but goes on with the run. */
const kept = new Map<string, KeptRuns>()

/** What is known of the run on a data folder. */
export function runsOf(
  { dataDir, seed }: Pick<Settings, 'dataDir' | 'seed'>,
  clock: Pick<Clock, 'now'>,
  version: string,
): KeptRuns {
  const known = kept.get(dataDir)
  if (known) {
    known.source.clock = clock
    return known
  }
  const source: RunSource = { clock, before: null }
  const before = () => {
    if (!source.before) throw new Error('asked for a recording before the service listens')
    return source.before
  }
  const made = { runs: openRuns({ version, seed, clock: () => source.clock, before }, COVERABLE), source }
  kept.set(dataDir, made)
  return made
}
