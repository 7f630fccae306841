import type { accessTokenApi } from '../../../../contract/console/access-tokens.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

export function accessRoutes({
  administration,
}: Pick<ConsoleParts, 'administration'>): Handlers<typeof accessTokenApi> {
  return {
    list: ({ caller }) => ({ accessTokens: administration.accessTokens(caller.system.id) }),
    create: ({ caller, body }) => administration.createAccessToken(caller.system.id, body.name),
    revoke: ({ caller, params }) => {
      if (!administration.revokeAccessToken(caller.system.id, params.id)) throw refusal('NOT_FOUND')
      return {}
    },
  }
}
