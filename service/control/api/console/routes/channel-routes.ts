import type { channelApi } from '../../../../contract/console/channels.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { userActor } from '../../../audit/actors.ts'
import { consoleForm } from '../error-form.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { wayOf } from '../session.ts'

/** The live API with the console's own token, and what is done with channels beyond it. */
export function channelRoutes({
  actions,
  pictures,
}: Pick<ConsoleParts, 'actions' | 'pictures'>): Handlers<typeof channelApi> {
  return {
    rename: ({ caller, params, body }) => {
      actions.rename(caller.system.id, params.id, body.name)
      return {}
    },
    setLabel: ({ caller, params, body }) => {
      actions.setLabel(caller.system.id, params.id, body.label)
      return {}
    },
    startTestPicture: async ({ caller, params }) => {
      await actions.startTestPicture(caller.system.id, params.id)
      return {}
    },
    testPicture: ({ caller, params }) => ({
      onAir: actions.isTestPictureOnAir(caller.system.id, params.id),
    }),
    stopTestPicture: async ({ caller, params }) => {
      await actions.stopTestPicture(caller.system.id, params.id)
      return {}
    },
    picture: async ({ caller, params }) => {
      const jpeg = await pictures.newest(caller.system.id, params.id)
      if (jpeg === null) throw refusal('NO_PICTURE')
      return { content: Buffer.from(jpeg) }
    },
    endConnection: async ({ caller, params }) => {
      const ended = await actions.endConnection(caller.system.id, params.id)
      if (!ended) throw refusal('NOT_FOUND')
      return {}
    },
    key: ({ caller, params }) => {
      const key = actions.findKey(caller.system.id, params.id)
      if (key === null) throw refusal('NOT_FOUND')
      return { content: Buffer.from(key, 'hex') }
    },
    live: ({ caller, request }, body) => {
      const header = request.headers['x-sfu-target']
      const target = Array.isArray(header) ? header[0] : header
      const form = (error: unknown) => consoleForm(error, request.headers)
      const asking = { actor: userActor(caller.user), via: wayOf(request), remoteAddress: request.ip }
      return actions.live({ systemId: caller.system.id, target, body, asking, form })
    },
  }
}
