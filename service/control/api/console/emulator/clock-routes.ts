import type { emulatorClockApi } from '../../../../contract/console/emulator/clock.ts'
import type { Handlers } from '../handlers.ts'

export function emulatorClockRoutes(): Handlers<typeof emulatorClockApi> {
  return {}
}
