/** What media processes tell, and what the fleet tells of them. */
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { Environment } from '../../contract/live-api.ts'
import type { ViewerStats } from '../../contract/origin-worker.ts'
import type { SfuNotifications } from '../../contract/sfu-worker.ts'
import type { IngestNotifications } from '../../contract/worker-protocol.ts'

/** What the ingest process tells, in the order in which it sent it, and what the fleet tells about that process. */
export interface IngestTopics extends IngestNotifications {
  /** Who watches, once a second: the processes of the origin tell it, whatever ingest does. */
  'viewers.stats': ViewerStats
  /** It is at work, for the first time or again. */
  'ingest.running': Record<string, never>
  /** It is gone, and with it all that it carried. */
  'ingest.lost': { reason: CloseReason }
}

/** The same of the SFU processes. */
export interface SfuTopics extends SfuNotifications {
  /** The process of the environment is gone, and with it every connection it carried. */
  'sfu.lost': { environment: Environment }
}
