import type { healthApi } from '../../../contract/console/health.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import type { EndpointParts } from '../option/define-endpoint.ts'
import type { Handlers } from './handlers.ts'
import type { ConsoleParts } from './console-parts.ts'

/** How well a channel's broadcast runs. For everyone who is signed in, as the rest of what the console watches. */
export function healthRoutes({
  health,
  option,
}: Pick<ConsoleParts, 'health'> & { readonly option: Pick<EndpointParts, 'channels'> }): Handlers<
  typeof healthApi
> {
  return {
    read: ({ caller, params, query }) => {
      const channel = option.channels.find(caller.system.id, params.id)
      if (!channel) throw refusal('NOT_FOUND')
      return health.view(channel, query.since)
    },
  }
}
