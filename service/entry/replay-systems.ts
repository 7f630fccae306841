import { emulatorSystemApi } from '../contract/console/emulator/systems.ts'
import type { SystemMaker } from '../kit/replay/systems.ts'
import { ConsoleClient } from './console-client.ts'

/** Makes systems on a service of this computer, by its data folder; it signs in only where one is asked for. */
export function systemsOn(dataDir: string): SystemMaker {
  const client = new ConsoleClient(dataDir)
  let opened: Promise<void> | null = null
  return {
    async make(asked) {
      await (opened ??= client.open())
      return client.call(emulatorSystemApi.createSystem, { body: asked })
    },
    async remove(id) {
      await client.call(emulatorSystemApi.removeSystem, { params: { id } })
    },
  }
}
