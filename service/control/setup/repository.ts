import type { SetupPort } from '../../contract/console/setup.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

export type ChosenPorts = Readonly<Partial<Record<SetupPort, number>>>

/** What is remembered of setting the installation up. */
export interface SetupRepository {
  isFinished(): boolean
  finish(now: EpochMilliseconds): void
  /** True when there is a channel, a schedule, a second user or a second system, deleted ones included. */
  isInUse(): boolean
  /** Ports for the next start, by listener. */
  ports(): ChosenPorts
  /** Forgets all others. */
  replacePorts(ports: ChosenPorts): void
}
