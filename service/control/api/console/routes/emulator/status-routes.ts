import type { emulatorApi } from '../../../../../contract/console/emulator/status.ts'
import type { ConsoleParts } from '../../console-parts.ts'
import type { Handlers } from '../../handlers.ts'

export function emulatorRoutes({ emulator }: Pick<ConsoleParts, 'emulator'>): Handlers<typeof emulatorApi> {
  return { status: () => ({ started: emulator !== null, seed: emulator?.seed ?? null }) }
}
