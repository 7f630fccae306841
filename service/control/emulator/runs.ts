import { Coverage } from './coverage/coverage.ts'
import { Recorder } from './record/recorder.ts'
import type { RecorderParts } from './record/recorder.ts'
import { earsOf } from './run-ear.ts'
import type { RunEar } from './run-ear.ts'

/** What is known of a run of tests. */
export interface Runs {
  readonly recorder: Recorder
  readonly coverage: Coverage
  /** Tells both. */
  readonly ear: RunEar
}

export function openRuns(parts: RecorderParts): Runs {
  const [recorder, coverage] = [new Recorder(parts), new Coverage()]
  return { recorder, coverage, ear: earsOf([coverage, recorder]) }
}
