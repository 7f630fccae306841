import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import type { Channels } from '../channel/channels.ts'
import type { ScheduleChannels } from './schedules.ts'

const WITHOUT_WEBHOOKS = { auth_webhook_url: '', event_webhook_url: '', environment: 0 } as const

/**
 * Channels of schedules: WebRTC, converted to HLS where the schedule has renditions. They are made as the
 * live API makes them, with the token that the system's own calls are made with.
 */
export function scheduleChannels(
  channels: Channels,
  ownToken: (systemId: SystemId) => AccessTokenId,
): ScheduleChannels {
  return {
    create(systemId, { renditions }) {
      const maker = { systemId, tokenId: ownToken(systemId), forSchedule: true }
      const hls = { hls: [...renditions], encrypt_key_uri: '', ...WITHOUT_WEBHOOKS }
      const made =
        renditions.length === 0
          ? channels.create(maker, { kind: 'webrtc', settings: WITHOUT_WEBHOOKS })
          : channels.create(maker, { kind: 'webrtc-hls', settings: hls })
      return made.channelId
    },
    remove: (systemId, channelId, alongside) => channels.delete(systemId, channelId, alongside),
    renamed: (channelId) => channels.renamed(channelId),
    exists: (systemId, channelId) => channels.find(systemId, channelId) !== null,
  }
}
