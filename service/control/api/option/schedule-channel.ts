import { OptionError } from '../../../contract/errors.ts'
import type { SystemId } from '../../../contract/ids.ts'
import type { Channel } from '../../channel/channel.ts'
import type { EndpointParts } from './define-endpoint.ts'

/**
 * The channel of a schedule.
 * @throws OptionError `NOT_FOUND` for a schedule that the system does not have; `CHANNEL_DELETED` where the
 *   channel was deleted behind the schedule's back
 */
export function channelOf(
  { schedules, channels }: Pick<EndpointParts, 'schedules' | 'channels'>,
  systemId: SystemId,
  scheduleId: string,
): Channel {
  const { channelId } = schedules.find(systemId, scheduleId)
  const channel = channels.find(systemId, channelId)
  if (!channel) throw new OptionError('CHANNEL_DELETED')
  return channel
}
