import type { emulatorRunApi } from '../../../../contract/console/emulator/runs.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import type { ConsoleParts } from '../console-parts.ts'
import type { Handlers } from '../handlers.ts'

export function emulatorRunRoutes({
  emulator,
  actions,
}: Pick<ConsoleParts, 'emulator' | 'actions'>): Handlers<typeof emulatorRunApi> {
  return {
    createSystem: ({ body }) => runsOf(emulator).systems.create(body),
    removeSystem: async ({ params }) => {
      if (!(await runsOf(emulator).systems.remove(params.id))) throw refusal('NOT_FOUND')
      return {}
    },
    startTestPicture: async ({ params: { id, channelId } }) => {
      await actions.startTestPicture(id, channelId)
      return {}
    },
    stopTestPicture: async ({ params: { id, channelId } }) => {
      await actions.stopTestPicture(id, channelId)
      return {}
    },
  }
}

function runsOf(emulator: Emulator | null): Emulator {
  if (emulator === null) throw refusal('NOT_EMULATED')
  return emulator
}
