/** What media processes tell, and what the fleet tells of them. */
import type { CloseReason } from '../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../contract/ids.ts'
import type { Environment } from '../contract/live-api.ts'
import type { ViewerStats } from '../contract/origin-worker.ts'
import type { SfuNotifications } from '../contract/sfu-worker.ts'
import type { IngestNotifications } from '../contract/worker-protocol.ts'

/** What the ingest process tells, in the order in which it sent it, and what the fleet tells about that process. */
export interface IngestTopics extends IngestNotifications {
  /** Who watches, once a second: the processes of the origin tell it, whatever ingest does. */
  'viewers.stats': ViewerStats
  /** It is at work, for the first time or again. */
  'ingest.running': Record<string, never>
  /** It is gone, and with it all that it carried. */
  'ingest.lost': { reason: CloseReason }
}

/** The same of the SFU processes. How busy each is matters only to where channels go. */
export interface SfuTopics extends Omit<SfuNotifications, 'sfu.load'> {
  /** A process of the environment is gone, and with it every connection of these channels. */
  'sfu.lost': { environment: Environment; channelIds: readonly ChannelId[] }
  /** With it went connections of channels that go on in others. */
  'sfu.part-lost': { connectionIds: readonly ConnectionId[] }
}
