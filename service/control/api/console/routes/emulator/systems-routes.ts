import { newTestSystemRequest } from '../../../../../contract/console/emulator/systems.ts'
import type { emulatorSystemApi } from '../../../../../contract/console/emulator/systems.ts'
import { refusal } from '../../../../../contract/refusal/refusal.ts'
import { timeZoneSchema } from '../../../../system/settings.ts'
import { validate } from '../../../http/validate.ts'
import type { ConsoleParts } from '../../console-parts.ts'
import type { Handlers } from '../../handlers.ts'

/** Which time zones there are is for the service to say. */
const newTestSystem = newTestSystemRequest.extend({ timeZone: timeZoneSchema.optional() })

export function emulatorSystemRoutes({
  testSystems,
  actions,
}: Pick<ConsoleParts, 'testSystems' | 'actions'>): Handlers<typeof emulatorSystemApi> {
  return {
    createSystem: ({ body }) => testSystems.create(validate(newTestSystem, body)),
    removeSystem: async ({ params }) => {
      if (!(await testSystems.remove(params.id))) throw refusal('NOT_FOUND')
      return {}
    },
    startTestPicture: async ({ params: { id, channelId } }) => {
      await actions.startTestPicture(id, channelId)
      return {}
    },
    testPicture: ({ params: { id, channelId } }) => ({ onAir: actions.isTestPictureOnAir(id, channelId) }),
    stopTestPicture: async ({ params: { id, channelId } }) => {
      await actions.stopTestPicture(id, channelId)
      return {}
    },
  }
}
