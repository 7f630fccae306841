import { CallCount } from './call-count.ts'
import { Coverage } from './coverage/coverage.ts'
import type { Coverable } from './coverage/coverage.ts'
import { Recorder } from './record/recorder.ts'
import type { RecorderParts } from './record/recorder.ts'
import { earsOf } from './run-ear.ts'
import type { RunEar } from './run-ear.ts'

/** What is known of a run of tests. */
export interface Runs {
  readonly recorder: Recorder
  readonly coverage: Coverage
  readonly calls: CallCount
  /** Tells all of them. */
  readonly ear: RunEar
}

/** @param all what there is to be covered */
export function openRuns(parts: RecorderParts, all: Coverable): Runs {
  const [recorder, coverage, calls] = [new Recorder(parts), new Coverage(all), new CallCount()]
  return { recorder, coverage, calls, ear: earsOf([coverage, calls, recorder]) }
}
