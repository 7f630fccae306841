import type { EmulatorView } from './contract/console/emulator/state.ts'
import type { Emulator } from './control/emulator/emulator.ts'
import type { Clock } from './platform/clock.ts'
import type { Settings } from './platform/settings/command-line.ts'

/** What the service can be made to do because it was started with `--emulator`; null where it was not. */
export function openEmulator(
  { emulator, seed }: Pick<Settings, 'emulator' | 'seed'>,
  machine: Clock,
): Emulator | null {
  if (!emulator) return null
  const view = () => ({
    ...{ mode: 'real' as const, now: machine.now(), realNow: machine.now(), rate: 1, next: null },
  })
  return { seed, clock: { view } }
}

/** What is unreal, for all who are signed in. */
export const emulatorView = (emulator: Emulator | null): EmulatorView | null =>
  emulator && { clock: emulator.clock.view(), faults: { armed: 0, hits: 0 } }
