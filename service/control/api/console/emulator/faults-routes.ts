import type { emulatorFaultApi } from '../../../../contract/console/emulator/faults.ts'
import type { Handlers } from '../handlers.ts'

export function emulatorFaultRoutes(): Handlers<typeof emulatorFaultApi> {
  return {}
}
