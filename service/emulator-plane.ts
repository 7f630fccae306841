import type { Emulator } from './control/emulator/emulator.ts'
import { TestSystems } from './control/emulator/test-systems.ts'
import type { ServiceParts } from './service-parts.ts'

/** What the service can be made to do because it was started with `--emulator`; null where it was not. */
export function openEmulator({
  options: { settings, clock },
  control,
}: Pick<ServiceParts, 'options' | 'control'>): Emulator | null {
  if (!settings.emulator) return null
  return { seed: settings.seed, systems: new TestSystems({ clock, ...control }) }
}
