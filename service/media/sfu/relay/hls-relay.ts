import type { AccessUnit, SourceVideoCodec } from '../../../contract/media.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Logger } from '../../../platform/logger.ts'
import { OPUS_CLOCK_RATE } from '../../../protocol/rtp/payload-types.ts'
import type { LinkPeer } from '../../link/peer.ts'
import type { Producer } from '../forwarding/producer.ts'
import { AudioRelay } from './audio-relay.ts'
import type { RelayedFrame } from './layer-relay.ts'
import { RelayClock } from './relay-clock.ts'
import { VideoRelay } from './video-relay.ts'

const CODECS: Readonly<Record<VideoCodec, SourceVideoCodec>> = {
  VP8: 'vp8',
  VP9: 'vp9',
  AV1: 'av1',
  H264: 'h264',
}
/** More than this back is another clock; the ingest process goes on from there without a hole. */
const LARGEST_STEP_BACK: Milliseconds = 2_000
const NO_BYTES = new Uint8Array()

export interface HlsRelayParts {
  readonly producers: readonly Producer[]
  /** The ingest process. */
  readonly peer: LinkPeer
  readonly logger: Logger
  readonly now: () => Milliseconds
}

/** Hands what one connection sends, as whole frames on one clock, to the ingest process for its playlists. */
export class HlsRelay {
  readonly #parts: HlsRelayParts
  readonly #untap: (() => void)[] = []
  #videoDescribed = ''
  #lastDts = { video: -Infinity, audio: -Infinity }
  #needsKey = false
  #video: VideoRelay | null = null

  constructor(parts: HlsRelayParts) {
    this.#parts = parts
    const clock = new RelayClock()
    for (const producer of parts.producers) this.#tap(producer, clock)
    parts.peer.onFrame((frame) => {
      if (frame.type === 'key-wanted') this.#video?.askForKey(undefined, parts.now())
    })
    parts.peer.onClose((error) => {
      if (error) parts.logger.warn({ error: String(error) }, 'the link to the ingest process broke off')
      this.#stop()
    })
  }

  /** Nothing more comes. */
  close(): void {
    this.#stop()
    this.#parts.peer.send({ type: 'end' })
    this.#parts.peer.close()
  }

  #tap(producer: Producer, clock: RelayClock): void {
    const { codec } = producer
    const { peer } = this.#parts
    if (codec === 'OPUS') {
      const source = { codec: 'opus', sampleRate: OPUS_CLOCK_RATE, channels: 2 } as const
      peer.send({ type: 'source', source: { kind: 'audio', ...source, decoderConfig: NO_BYTES } })
      this.#untap.push(producer.addTap(new AudioRelay(clock, (unit) => this.#send('audio', unit))))
      return
    }
    const unseen = { width: 0, height: 0, decoderConfig: NO_BYTES }
    peer.send({ type: 'source', source: { kind: 'video', codec: CODECS[codec], ...unseen } })
    const relay = new VideoRelay(producer, codec, clock, (frame) => this.#frame(codec, frame))
    this.#video = relay
    this.#untap.push(producer.addTap(relay))
    producer.requestKeyFrame()
  }

  #frame(codec: VideoCodec, frame: RelayedFrame): void {
    if (this.#needsKey && !frame.key) return
    if (frame.key) this.#describe(codec, frame)
    if (this.#videoDescribed === '') return
    const { at, key, data } = frame
    this.#needsKey = !this.#send('video', { pts: at, dts: at, duration: 0, key, data })
    if (this.#needsKey) this.#video?.askForKey(undefined, this.#parts.now())
  }

  /** Tells what the video is, where that is new. */
  #describe(codec: VideoCodec, { width, height, decoderConfig }: RelayedFrame): void {
    if (width === null || height === null) return
    const config = decoderConfig ?? NO_BYTES
    const described = `${width}x${height} ${Buffer.from(config).toString('base64')}`
    if (described === this.#videoDescribed) return
    this.#videoDescribed = described
    this.#parts.peer.send({
      type: 'source',
      source: { kind: 'video', codec: CODECS[codec], width, height, decoderConfig: config },
    })
  }

  /** @returns false where the link can't take it */
  #send(kind: 'video' | 'audio', unit: AccessUnit): boolean {
    const last = this.#lastDts[kind]
    const isJump = last - unit.dts > LARGEST_STEP_BACK
    // A report may set a clock back a little. Sound of a time that has passed is left out; pictures depend on each
    // other, so theirs go on by the least.
    if (kind === 'audio' && unit.dts <= last && !isJump) return true
    const pts = isJump ? unit.pts : Math.max(unit.pts, last + 1)
    this.#lastDts[kind] = pts
    return this.#parts.peer.send({ type: kind, unit: { ...unit, pts, dts: pts } })
  }

  #stop(): void {
    for (const untap of this.#untap.splice(0)) untap()
  }
}
