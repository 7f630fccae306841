import type { emulatorRunApi } from '../../../../contract/console/emulator/runs.ts'
import type { Handlers } from '../handlers.ts'

export function emulatorRunRoutes(): Handlers<typeof emulatorRunApi> {
  return {}
}
