import { SAMPLE_CHANNEL, SAMPLE_CONNECTION } from '../../../contract/console/webhooks.ts'
import { SAMPLE_TYPES } from '../../../contract/console/words.ts'
import type { ChannelId, ConnectionId } from '../../../contract/ids.ts'
import { badRequest } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { Channel } from '../../channel/channel.ts'
import type { Sample } from '../../webhook/outbox.ts'
import { SFU_EVENTS } from '../openapi/sfu-webhook-examples.ts'
import { ARCHIVE_EVENTS, RTMP_EVENTS } from '../openapi/webhooks.ts'

/**
 * An event as the documents show it, of this channel.
 * @throws Refusal `BAD_REQUEST` for a type that the channel never tells, and without an event webhook
 */
export function sampleOf({ channelId, systemId, kind, settings }: Channel, type: string): Sample {
  const url = settings.event_webhook_url
  if (url === '') {
    throw badRequest(problem('channelId', 'eventWebhook'))
  }
  return { ...exampleOf(kind === 'rtmp' ? 'rtmp' : 'webrtc', type, channelId), systemId, url }
}

/**
 * An event as the documents show it, of a channel of this kind.
 * @throws Refusal `BAD_REQUEST` for a type that such a channel never tells
 */
export function exampleOf(
  kind: keyof typeof SAMPLE_TYPES,
  type: string,
  channelId = SAMPLE_CHANNEL as ChannelId,
): Omit<Sample, 'systemId' | 'url'> {
  const types = SAMPLE_TYPES[kind]
  const known = types.find((one) => one === type)
  const examples = kind === 'rtmp' ? [...RTMP_EVENTS, ...ARCHIVE_EVENTS] : SFU_EVENTS
  const example = examples.find((event) => event.type === known)
  if (known === undefined || example === undefined) {
    throw badRequest(problem('type', 'oneOf', { values: types }))
  }
  const connectionId = SAMPLE_CONNECTION as ConnectionId
  return {
    ...{ channelId, connectionId, type },
    body: { ...example, channel_id: channelId, connection_id: connectionId },
  }
}
