import { SAMPLE_CONNECTION, SAMPLE_TYPES } from '../../../contract/console-webhooks.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { ConnectionId } from '../../../contract/ids.ts'
import type { Channel } from '../../channel/channel.ts'
import type { Sample } from '../../webhook/outbox.ts'
import { SFU_EVENTS } from '../openapi/sfu-webhook-examples.ts'
import { ARCHIVE_EVENTS, RTMP_EVENTS } from '../openapi/webhooks.ts'

/**
 * An event as the documents show it, of this channel.
 * @throws OptionError `BAD_REQUEST` for a type that the channel never tells, and without an event webhook
 */
export function sampleOf(channel: Channel, type: string): Sample {
  const { channelId, systemId, settings } = channel
  const url = settings.event_webhook_url
  const types = channel.kind === 'rtmp' ? SAMPLE_TYPES.rtmp : SAMPLE_TYPES.webrtc
  const known = types.find((one) => one === type)
  const examples = channel.kind === 'rtmp' ? [...RTMP_EVENTS, ...ARCHIVE_EVENTS] : SFU_EVENTS
  const example = examples.find((event) => event.type === known)
  if (url === '') {
    throw new OptionError('BAD_REQUEST', [
      { member: 'channelId', rule: 'must be a channel with an event webhook' },
    ])
  }
  if (known === undefined || example === undefined) {
    throw new OptionError('BAD_REQUEST', [{ member: 'type', rule: `must be one of ${types.join(', ')}` }])
  }
  const ids = { channel_id: channelId, connection_id: SAMPLE_CONNECTION }
  return {
    ...{ systemId, channelId, url, type },
    connectionId: SAMPLE_CONNECTION as ConnectionId,
    body: { ...example, ...ids },
  }
}
