import type { CloseReason } from '../../service/contract/close-reasons.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import type { IngestRequests } from '../../service/contract/worker-protocol.ts'
import type { MediaProcess } from '../../service/control/connection/dependencies.ts'
import type { RelayPlace } from '../../service/control/connection/member.ts'
import type { IngestTopics } from '../../service/control/media-topics.ts'
import { Topics } from '../../service/platform/topics.ts'

/** An ingest process without media, as control sees it. */
export class IngestInMemory implements MediaProcess {
  readonly topics = new Topics<IngestTopics>()
  readonly opened: IngestRequests['relay.open'][0][] = []
  readonly closed: (readonly ['channel' | 'connection', id: string, CloseReason])[] = []
  ingestState: 'running' | 'restarting' = 'running'
  /** Gives the place of the last connection that was opened. */
  place: () => Promise<RelayPlace> = () =>
    Promise.resolve({ pipe: 'pipe', token: `token ${this.opened.length}` })

  async openRelay(request: IngestRequests['relay.open'][0]): Promise<RelayPlace> {
    if (this.ingestState !== 'running') throw refusal('SERVICE_UNAVAILABLE')
    this.opened.push(request)
    return await this.place()
  }

  async closeConnection(connectionId: ConnectionId, reason: CloseReason): Promise<void> {
    this.closed.push(['connection', connectionId, reason])
  }

  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    this.closed.push(['channel', channelId, reason])
  }

  /** It dies. */
  die(): void {
    this.ingestState = 'restarting'
    this.topics.tell('ingest.lost', { reason: 'worker-lost' })
  }

  /** It is there again. */
  start(): void {
    this.ingestState = 'running'
    this.topics.tell('ingest.running', {})
  }
}
