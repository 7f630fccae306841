import type { FinishSetup } from '../../../service/contract/console/setup.ts'

/** What every step is given. */
export interface StepProps {
  /** Which step of how many. */
  readonly position: string
  readonly next: () => void
  /** Absent in the first step. */
  readonly back?: () => void
  readonly finish: (data: FinishSetup['data']) => void
  readonly finishing: boolean
  /** Null unless finishing failed. */
  readonly finishError: unknown
}
