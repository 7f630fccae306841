/**
 * The publishers of one channel on a real packager and a real store. A test is the encoders, the transcoders
 * and the clock; pictures are made up, 25 a second with a key frame each second.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CloseReason } from '../../service/contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import type { RenditionPlan } from '../../service/contract/media.ts'
import type { Milliseconds } from '../../service/contract/units.ts'
import { ChannelStream } from '../../service/media/hls/channel-stream.ts'
import { ConnectionStream } from '../../service/media/hls/connection-stream.ts'
import { SegmentStore } from '../../service/media/hls/segment-store.ts'
import { ChannelOutput } from '../../service/media/ingest/channel-output.ts'
import { Publication } from '../../service/media/ingest/publication.ts'
import type { VideoSource } from '../../service/media/ingest/source.ts'
import { NAL_TYPE } from '../../service/protocol/h264/nal.ts'
import { newId } from '../../service/platform/ids.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { DECODER_CONFIG, MadeUpTranscoder } from './made-up-transcoder.ts'
import { ManualClock } from './manual-clock.ts'

/** How long the last pictures of a transcoder are waited for. */
export const DRAIN_MS = 15_000
const FRAME_MS = 40
const KEY_FRAMES = 25
const SIZE = { width: 320, height: 180 }

/** A rendition without sound, of segments of 1 s. */
const renditionOf = ({ width, height } = SIZE): RenditionPlan => ({
  ...{ segmentSeconds: 1, startTimeOffset: -1, audio: null },
  video: { width, height, frameRate: 25, bitRateBps: 400_000, profile: 'high', segmentSeconds: 1 },
})
/** What is sent is passed through. */
export const PASSING = renditionOf()
/** What is sent has to be transcoded. */
export const SMALLER = renditionOf({ width: 160, height: 90 })

export const SOURCE: VideoSource = {
  ...{ codec: 'h264', ...SIZE, decoderConfig: DECODER_CONFIG },
  passable: {
    profile: 'high',
    track: {
      ...{ kind: 'video', codec: 'h264', timescale: 1000, ...SIZE },
      ...{ frameRate: 25, bitRateBps: 0, decoderConfig: DECODER_CONFIG },
    },
  },
}

export interface TestPublisher {
  readonly publication: Publication
  /** Reasons with which the service closed it. */
  readonly closes: CloseReason[]
  /** Transcoders that were started for it. */
  readonly transcoders: MadeUpTranscoder[]
  /** How much it has sent, on its own clock. */
  readonly sentMs: Milliseconds
  /** Sends so many seconds more, and lets as much time pass. @param bytes of each picture @param keyNal of key frames, IDR unless given */
  send(seconds: number, bytes?: number, keyNal?: number): void
  /** @param reason `client-closed` unless given */
  leave(reason?: CloseReason): void
}

export class PublicationScene {
  readonly clock = new ManualClock()
  readonly output: ChannelOutput
  /** Connections whose end marks are written. */
  readonly ended: ConnectionId[] = []
  readonly told: { readonly connectionId: ConnectionId; readonly reason: CloseReason }[] = []
  /** Connections that told of sound, once each time. */
  readonly heard: ConnectionId[] = []
  readonly #channelId = newId<ChannelId>()
  readonly #root: string
  readonly #store: SegmentStore
  readonly #logger = createLogger('silent')

  private constructor(root: string) {
    this.#root = root
    this.#store = new SegmentStore({ directory: root, logger: this.#logger })
    const parts = { channelId: this.#channelId, store: this.#store, clock: this.clock, logger: this.#logger }
    this.output = new ChannelOutput({
      stream: new ChannelStream(parts),
      clock: this.clock,
      onPlaylistEnded: ({ connectionId }) => this.ended.push(connectionId),
    })
  }

  static async open(): Promise<PublicationScene> {
    return new PublicationScene(await mkdtemp(join(tmpdir(), 'airdesk-publication-')))
  }

  async close(): Promise<void> {
    const end = { isThere: false }
    const closed = this.output.close('service-closed').finally(() => (end.isThere = true))
    // Nobody waits for transcoders, of which one may follow another.
    while (!end.isThere) {
      this.clock.advance(DRAIN_MS)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await closed
    await rm(this.#root, { recursive: true, force: true })
  }

  publish(renditions: readonly RenditionPlan[] = [PASSING]): TestPublisher {
    const { clock } = this
    const channelId = this.#channelId
    const connectionId = newId<ConnectionId>()
    const common = { channelId, connectionId, renditions, clock, logger: this.#logger }
    const closes: CloseReason[] = []
    const transcoders: MadeUpTranscoder[] = []
    const publication: Publication = new Publication({
      ...common,
      sender: {
        close(reason) {
          closes.push(reason)
          publication.closed(reason, 0)
        },
        receivedBytes: () => 0,
      },
      patience: 500,
      stream: new ConnectionStream({
        ...common,
        encryption: null,
        store: this.#store,
      }),
      connectTranscoder: async () => transcoders[transcoders.push(new MadeUpTranscoder()) - 1]!,
      diskFull: () => this.#store.diskFull,
      onSound: () => this.heard.push(connectionId),
      onClosed: (reason) => {
        this.told.push({ connectionId, reason })
        this.output.closed(publication, reason)
      },
    })
    this.output.add(publication)
    publication.arrival.expect({ video: true, audio: false })
    publication.arrival.announceVideo(SOURCE)
    let frame = 0
    return {
      ...{ publication, closes, transcoders },
      get sentMs() {
        return frame * FRAME_MS
      },
      send(seconds, bytes = 100, keyNal = NAL_TYPE.idr) {
        for (const end = frame + seconds * KEY_FRAMES; frame < end; frame++) {
          const time = frame * FRAME_MS
          const key = frame % KEY_FRAMES === 0
          clock.advance(FRAME_MS)
          publication.arrival.unit({
            kind: 'video',
            dts: time,
            pts: time,
            key,
            data: pictureOf(key ? keyNal : NAL_TYPE.slice, bytes),
          })
        }
      },
      leave: (reason = 'client-closed') => publication.closed(reason, 0),
    }
  }

  /** Text of a connection's multivariant playlist; null where there is none. */
  async multivariant({ publication }: TestPublisher): Promise<string | null> {
    return this.#read(join(publication.connectionId, 'index.m3u8'))
  }

  /** Text of a media playlist: the channel's own, or a connection's; null where there is none. */
  async playlist(of: TestPublisher | null = null, rendition = 0): Promise<string | null> {
    return this.#read(join(of?.publication.connectionId ?? '', `r${rendition}.m3u8`))
  }

  /** @param name relative to the channel's folder */
  #read(name: string): Promise<string | null> {
    return readFile(join(this.#root, this.#channelId, name), 'utf8').catch(() => null)
  }
}

/** One NAL unit behind its length. */
function pictureOf(nal: number, bytes: number): Uint8Array {
  const data = Buffer.alloc(bytes)
  data.writeUInt32BE(bytes - 4)
  data[4] = nal
  return data
}
