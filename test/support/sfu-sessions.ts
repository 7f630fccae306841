/** WebRTC sessions over a real database and webhooks, with an SFU without media and clients without a network. */
import type { ConnectionId } from '../../service/contract/ids.ts'
import { sfuEvent } from '../../service/contract/sfu-webhooks.ts'
import type { SfuEvent } from '../../service/contract/sfu-webhooks.ts'
import { connectMessage } from '../../service/contract/signaling.ts'
import type { ConnectMessage, ServerMessage, SignalingClose } from '../../service/contract/signaling.ts'
import type {
  SfuSessionParts,
  WebrtcChannel,
  WebrtcChannelSource,
} from '../../service/control/sfu/dependencies.ts'
import { LiveChannels } from '../../service/control/connection/live-channels.ts'
import { SfuSessions } from '../../service/control/sfu/sessions.ts'
import type { SignalingClient, SignalingPeer } from '../../service/control/sfu/signaling-admission.ts'
import { channelRepository } from '../../service/control/store/channels.ts'
import { connectionStore } from '../../service/control/store/connections.ts'
import type { Database } from '../../service/control/store/database.ts'
import { encryptionKeyStore } from '../../service/control/store/encryption-keys.ts'
import { sfuConnectionStore } from '../../service/control/store/sfu-connections.ts'
import type { Clock } from '../../service/platform/clock.ts'
import type { Logger } from '../../service/platform/logger.ts'
import { addSystem, addWebrtcChannel } from './channel-rows.ts'
import type { SystemRows } from './channel-rows.ts'
import { openTestDatabase } from './database.ts'
import { IngestInMemory } from './ingest-in-memory.ts'
import { OPEN_DOOR } from './open-door.ts'
import { ManualClock } from './manual-clock.ts'
import { SfuInMemory } from './sfu-in-memory.ts'
import { toldRecordings } from './told-recordings.ts'
import { webhookParts } from './webhook-parts.ts'

/** A client's end: what it was sent, in order, and how it was closed. */
export class FakePeer implements SignalingPeer {
  readonly remoteAddress = '10.0.0.7'
  key: string | null = null
  readonly received: ServerMessage[] = []
  closed: SignalingClose | null = null

  send(message: ServerMessage): void {
    if (!this.closed) this.received.push(message)
  }

  close(close: SignalingClose): void {
    this.closed ??= close
  }

  of<Type extends ServerMessage['type']>(type: Type): Extract<ServerMessage, { type: Type }>[] {
    return this.received.filter(
      (message): message is Extract<ServerMessage, { type: Type }> => message.type === type,
    )
  }

  /** Everything in short: `offer`, `re-offer [ids]`, `created <id>`. */
  told(): string[] {
    return this.received.map((message) => {
      if (message.type === 're-offer') return `re-offer ${message.sdp}`
      if (message.type !== 'notify') return message.type
      return `${message.event_type.replace('connection.', '')} ${message.connection_id}`
    })
  }
}

/** A client that was taken. */
export interface Joined {
  readonly id: ConnectionId
  readonly peer: FakePeer
  readonly client: SignalingClient
}

/** Lets happen what waits only for its turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

export const connectOf = (channelId: string, more: object = {}): ConnectMessage =>
  connectMessage.parse({ type: 'connect', role: 'sendrecv', channel_id: channelId, sdp: 'v=0', ...more })

/** WebRTC channels as they are in the database. */
function channelSource(db: Database): WebrtcChannelSource {
  const select = db.prepare<
    [string],
    { channelId: string; systemId: string; kind: string; settings: string }
  >(
    `SELECT id AS channelId, system_id AS systemId, kind, settings FROM channels
     WHERE id = ? AND deleted_at IS NULL AND kind <> 'rtmp'`,
  )
  return {
    find(channelId) {
      const row = select.get(channelId)
      return row ? ({ ...row, settings: JSON.parse(row.settings) as unknown } as WebrtcChannel) : null
    },
  }
}

/** Sessions with everything around them. */
export class SessionsUnderTest {
  readonly sfu = new SfuInMemory()
  readonly ingest = new IngestInMemory()
  readonly live: LiveChannels
  readonly recordings = toldRecordings()
  readonly sessions: SfuSessions
  readonly #db: Database

  constructor(db: Database, clock: Clock, logger: Logger, change: Partial<SfuSessionParts> = {}) {
    this.#db = db
    const { auth, sfuAuth, outbox } = webhookParts(db, clock, logger)
    this.live = new LiveChannels({
      channels: channelRepository(db),
      connections: connectionStore(db),
      keys: encryptionKeyStore(db),
      recordings: this.recordings,
      transactions: db,
      door: OPEN_DOOR,
      auth,
      events: outbox,
      media: this.ingest,
      ingest: this.ingest.topics,
      renditionPlan: () => [],
      clock,
      logger,
    })
    this.sessions = new SfuSessions({
      channels: channelSource(db),
      connections: sfuConnectionStore(db),
      transactions: db,
      door: OPEN_DOOR,
      auth: sfuAuth,
      events: outbox,
      media: this.sfu,
      live: this.live,
      playlistUrl: (channelId, connectionId) => `https://x.test/${channelId}/${connectionId}/index.m3u8`,
      version: '1.2.3',
      clock,
      logger,
      ...change,
    })
  }

  /** Connects a client that does not answer yet. */
  async connect({ channelId }: WebrtcChannel, more: object = {}): Promise<Joined> {
    const peer = new FakePeer()
    const client = await this.sessions.connect(connectOf(channelId, more), peer)
    const [offer] = peer.of('offer')
    if (!offer) throw new Error('no offer came')
    return { id: offer.connection_id, peer, client }
  }

  /** Connects a client whose media comes up. */
  async join(channel: WebrtcChannel, more: object = {}): Promise<Joined> {
    const joined = await this.connect(channel, more)
    joined.client.answered('answer')
    await turn()
    this.sfu.open(joined.id)
    await turn()
    return joined
  }

  async close(): Promise<void> {
    await this.sessions.close()
    this.live.close()
  }

  /** Events in the outbox, checked against their schema. */
  events(): SfuEvent[] {
    return this.#db
      .prepare<[], string>("SELECT body FROM webhook_events WHERE kind = 'event' ORDER BY sequence")
      .pluck()
      .all()
      .map((body) => sfuEvent.parse(JSON.parse(body)))
  }

  rows(): Record<string, unknown>[] {
    return this.#db.prepare<[], Record<string, unknown>>('SELECT * FROM connections ORDER BY rowid').all()
  }
}

/** Where the event webhooks of the channel go; nobody sends them. */
export const EVENTS_URL = 'http://127.0.0.1:9/events'

/** A clock, a database with a WebRTC channel, and sessions over them. */
export interface SessionsSetUp {
  readonly clock: ManualClock
  readonly db: Database
  readonly system: SystemRows
  readonly channel: WebrtcChannel
  readonly test: SessionsUnderTest
  close(): Promise<void>
}

/** @param now what the clock shows */
export function setUpSessions(now: number, logger: Logger): SessionsSetUp {
  const clock = new ManualClock(now)
  const db = openTestDatabase()
  const system = addSystem(db)
  const channel = addWebrtcChannel(db, system, { event_webhook_url: EVENTS_URL })
  const test = new SessionsUnderTest(db, clock, logger)
  const close = async () => {
    await test.close()
    db.close()
  }
  return { clock, db, system, channel, test, close }
}
