/** An SFU without media: connections that write down what is asked of them. */
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import type { Json, ListedConnection } from '../../service/contract/sfu-api.ts'
import type { SfuChannels, SfuConnection, Spotlight } from '../../service/control/sfu/sfu-channels.ts'

export interface StandInConnection {
  readonly id: string
  readonly client?: string
  readonly role?: ListedConnection['role']
  readonly simulcast?: boolean
  /** Neither audio nor video. */
  readonly isMute?: boolean
  readonly isAudioOnly?: boolean
  readonly metadata?: Json
  readonly pausedSenders?: readonly string[]
}

/** What was asked: of which connection (`spotlight` for the channel's), what, and with what. */
export type Asked = readonly [of: string, what: string, ...with_: unknown[]]

export class StandInSfu implements SfuChannels {
  readonly asked: Asked[] = []
  readonly #channels = new Map<
    string,
    { connections: SfuConnection[]; arriving: SfuConnection[]; spotlight: boolean }
  >()

  /** Puts connections into a channel. */
  connect(
    channelId: string,
    connections: readonly StandInConnection[],
    {
      spotlight = false,
      arriving = [],
    }: { readonly spotlight?: boolean; readonly arriving?: readonly StandInConnection[] } = {},
  ): void {
    const make = (one: StandInConnection) => this.#connection(channelId, one)
    this.#channels.set(channelId, {
      connections: connections.map(make),
      arriving: arriving.map(make),
      spotlight,
    })
  }

  connections(channelId: ChannelId): readonly SfuConnection[] {
    return this.#channels.get(channelId)?.connections ?? []
  }

  arriving(channelId: ChannelId): readonly SfuConnection[] {
    return this.#channels.get(channelId)?.arriving ?? []
  }

  spotlight(channelId: ChannelId): Spotlight | null {
    if (!this.#channels.get(channelId)?.spotlight) return null
    return {
      focus: (id, fixed) => this.#note('spotlight', 'focus', id, fixed),
      unfocus: (id) => this.#note('spotlight', 'unfocus', id),
      resize: (count) => this.#note('spotlight', 'resize', count),
    }
  }

  #connection(channelId: string, one: StandInConnection): SfuConnection {
    const { id, client = id, metadata = null, pausedSenders = [] } = one
    const ids = {
      channel_id: channelId,
      session_id: 'SESSION',
      client_id: client,
      bundle_id: client,
      connection_id: id,
    }
    return {
      listed: {
        ...ids,
        role: one.role ?? 'sendrecv',
        multistream: true,
        simulcast: one.simulcast ?? false,
        spotlight: false,
        created_time: 0,
        created_timestamp: '1970-01-01T00:00:00.000000Z',
        node_name: 'test',
        recording_block: false,
        audio: !one.isMute,
        video: one.isMute || one.isAudioOnly ? false : { codec_type: 'VP9' },
      },
      notifyMetadata: metadata,
      pausedSenders: pausedSenders.map((sender) => sender as ConnectionId),
      disconnect: (reason) => this.#note(id, 'disconnect', reason),
      push: (data) => this.#note(id, 'push', data),
      stats: () => Promise.resolve({ timestamp: '1970-01-01T00:00:00.000000Z', ...ids, rtp: { total: 1 } }),
      requestLayer: (rid, sender) => this.#note(id, 'requestLayer', rid, sender),
      setPaused: (sender, paused) => this.#note(id, 'setPaused', sender, paused),
      limitVideo: (kilobitsPerSecond) => this.#note(id, 'limitVideo', kilobitsPerSecond),
      setNotifyMetadata: (value) => this.#note(id, 'setNotifyMetadata', value),
    }
  }

  #note(...asked: Asked): Promise<void> {
    this.asked.push(asked)
    return Promise.resolve()
  }
}
