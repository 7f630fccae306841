import type { Emulator } from './control/emulator/emulator.ts'
import type { Settings } from './platform/settings/command-line.ts'

/** What the service can be made to do because it was started with `--emulator`; null where it was not. */
export function openEmulator({ emulator, seed }: Pick<Settings, 'emulator' | 'seed'>): Emulator | null {
  return emulator ? { seed } : null
}
