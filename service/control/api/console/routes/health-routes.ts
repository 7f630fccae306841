import type { healthApi } from '../../../../contract/console/health.ts'
import type { ChannelId, SystemId } from '../../../../contract/ids.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { EndpointParts } from '../../option/define-endpoint.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** How well a channel's broadcast runs. For everyone who is signed in, as the rest of what the console watches. */
export function healthRoutes({
  health,
  option,
}: Pick<ConsoleParts, 'health'> & { readonly option: Pick<EndpointParts, 'channels'> }): Handlers<
  typeof healthApi
> {
  const known = (systemId: SystemId, channelId: ChannelId) => {
    const channel = option.channels.find(systemId, channelId)
    if (!channel) throw refusal('NOT_FOUND')
    return channel
  }
  return {
    read: ({ caller, params, query }) => {
      const channel = known(caller.system.id, params.id)
      return health.view(channel, query.since)
    },
    sessions: ({ caller, params }) => ({ sessions: health.sessions(known(caller.system.id, params.id)) }),
    sessionEvents: ({ caller, params }) => {
      const events = health.sessionEvents(known(caller.system.id, params.id), params.session)
      if (events.length === 0) throw refusal('NOT_FOUND')
      return { events }
    },
  }
}
