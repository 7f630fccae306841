import { changeSystemRequest } from '../../../../contract/console/system.ts'
import type { systemApi, SystemSettings } from '../../../../contract/console/system.ts'
import { newSystemRequest } from '../../../../contract/console/installation.ts'
import type { installationApi } from '../../../../contract/console/installation.ts'
import { describeAct } from '../../../audit/acts.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { timeZoneSchema } from '../../../system/settings.ts'
import type { System } from '../../../system/system.ts'
import { validate } from '../../http/validate.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** Which time zones there are is for the service to say. */
const timeZone = timeZoneSchema.optional()
const changeSystem = changeSystemRequest.extend({ timeZone })
const newSystem = newSystemRequest.extend({ timeZone })

export function systemRoutes({
  administration,
}: Pick<ConsoleParts, 'administration'>): Handlers<typeof systemApi> {
  return {
    read: ({ caller }) => settingsOf(caller.system),
    change: ({ caller, body }) => {
      describeAct({ details: { changed: Object.keys(body) } })
      return settingsOf(administration.change(caller.system.id, validate(changeSystem, body)))
    },
    webhookSecret: ({ caller }) => {
      describeAct({ details: { secret: 'webhook-secret' } })
      return { webhookSecret: caller.system.webhookSecret }
    },
    rotateWebhookSecret: ({ caller }) => {
      describeAct({ details: { secret: 'webhook-secret' } })
      return { webhookSecret: administration.rotateWebhookSecret(caller.system.id) }
    },
  }
}

export function installationRoutes(
  parts: Pick<ConsoleParts, 'actions' | 'administration' | 'diagnostics' | 'caCertificate' | 'logger'>,
): Handlers<typeof installationApi> {
  const { actions, administration } = parts
  const origins = () => ({ origins: administration.allowedOrigins.current() })
  return {
    origins,
    setOrigins: ({ body }) => {
      describeAct({ details: { addresses: body.origins } })
      administration.allowedOrigins.replace(body.origins)
      return origins()
    },
    recordingFolders: () => administration.recordingFolders.view(),
    setRecordingFolders: ({ body }) => {
      administration.recordingFolders.replace(body.folders)
      return administration.recordingFolders.view()
    },
    systems: () => ({ systems: administration.systems() }),
    createSystem: ({ body }) => administration.createSystem(validate(newSystem, body)),
    setReach: ({ params, body }) => {
      describeAct({
        objects: [{ kind: 'system', id: params.id, name: null }],
        details: { addresses: [body.reach] },
      })
      if (!administration.setReach(params.id, body.reach)) throw refusal('NOT_FOUND')
      return {}
    },
    restartVerification: async () => {
      await actions.restartVerification()
      return {}
    },
    diagnostics: () => parts.diagnostics(),
    stopped: ({ body: { report, place, error } }) => {
      parts.logger.warn({ report, place, error }, 'a part of a console stopped')
      return {}
    },
    certificateAuthority: () => ({
      content: parts.caCertificate,
      headers: { 'content-disposition': 'attachment; filename="airdesk-ca.pem"' },
    }),
  }
}

function settingsOf({ name, timeZone: zone, passwordMinLength }: System): SystemSettings {
  return { name, timeZone: zone, passwordMinLength }
}
