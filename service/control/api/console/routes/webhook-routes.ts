import type { webhookApi } from '../../../../contract/console/webhooks.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { EndpointParts } from '../../option/define-endpoint.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { sampleOf } from '../webhook-samples.ts'

/** What was sent to webhooks and what came back, and sending it again. */
export function webhookRoutes({
  webhooks,
  option,
}: Pick<ConsoleParts, 'webhooks'> & { readonly option: Pick<EndpointParts, 'channels'> }): Handlers<
  typeof webhookApi
> {
  return {
    list: ({ caller, query }) => webhooks.list(caller.system.id, query),
    endpoints: ({ caller }) => ({ endpoints: webhooks.endpoints(caller.system.id) }),
    find: ({ caller, params }) => {
      const event = webhooks.find(caller.system.id, params.id)
      if (!event) throw refusal('NOT_FOUND')
      return event
    },
    endpoint: ({ caller, query: { url } }) => webhooks.figures({ systemId: caller.system.id, url }),
    pause: ({ caller, body: { url, paused } }) => {
      const endpoint = { systemId: caller.system.id, url }
      if (paused) webhooks.pause(endpoint, caller.user.name)
      else {
        describeAct({ verb: 'endpoint.resumed' })
        webhooks.resume(endpoint)
      }
      return {}
    },
    forward: ({ caller, params, body: { url } }) => webhooks.forward(caller.system.id, params.id, url),
    givenUp: ({ caller, query }) => webhooks.givenUp(caller.system.id, query),
    stopRedelivery: async ({ caller }) => ({ count: await webhooks.stopRedelivery(caller.system.id) }),
    redeliver: ({ caller, params }) => {
      webhooks.redeliver(caller.system.id, params.id, caller.user.name)
      return {}
    },
    sendSample: ({ caller, body: { channelId, type } }) => {
      const channel = option.channels.find(caller.system.id, channelId)
      if (!channel) throw refusal('NOT_FOUND')
      return { id: webhooks.sendSample(sampleOf(channel, type)) }
    },
    redeliverAll: async ({ caller, body: { url, channelId, since } }) => ({
      count: await webhooks.redeliverAll(caller.system.id, { url, channelId, since }, caller.user.name),
    }),
  }
}
