import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import type { SystemId } from '../../service/contract/ids.ts'
import type { ConsoleSource } from '../../service/control/api/console/event-stream.ts'

/** Channels for a stream of events, of which none changes by time alone. */
export function channelSource(
  list: (systemId: SystemId) => readonly ChannelView[],
): Omit<ConsoleSource, 'engine'> {
  return {
    channels: list,
    channel: (systemId, id) => list(systemId).find(({ channelId }) => channelId === id) ?? null,
    moving: () => [],
  }
}
