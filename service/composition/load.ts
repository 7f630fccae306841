import { cpus } from 'node:os'
import { Load } from '../control/load/load.ts'
import { Processes } from '../control/load/processes.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import type { MeasuredHost } from '../platform/measured-host.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import { ownUsage } from '../platform/usage.ts'

interface LoadOptions {
  readonly settings: Pick<Settings, 'overloadAt'>
  readonly machine: Clock
}

export interface LoadParts {
  readonly load: Load
  readonly processes: Processes
}

/** How busy this computer is, and with what. */
export function openLoad(
  { settings, machine }: LoadOptions,
  host: MeasuredHost,
  stack: ClosingStack,
): LoadParts {
  const load = new Load(machine, settings.overloadAt)
  stack.defer(() => load.close())
  const own = { pid: process.pid, read: ownUsage }
  const processes = new Processes({ host, clock: machine, cores: cpus().length, own })
  stack.defer(() => processes.close())
  return { load, processes }
}
