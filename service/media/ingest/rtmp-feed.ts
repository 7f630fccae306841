import type { CloseReason } from '../../contract/close-reasons.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { UnsupportedCodec } from '../../contract/worker-protocol.ts'
import type { Logger } from '../../platform/logger.ts'
import { parseFlvTag } from '../../protocol/flv/tag.ts'
import type { PublisherFaults } from './faults/publisher-faults.ts'
import type { PublisherSink, RtmpPublisher } from '../rtmp/listener.ts'
import { describeAudio, describeVideo } from './describe.ts'
import type { Publication } from './publication.ts'
import type { Kind } from './source.ts'
import { Timeline } from './timeline.ts'

type OnCut = (cut: NonNullable<ReturnType<PublisherFaults['cut']>>) => void

const METADATA_MEMBERS = { video: 'videocodecid', audio: 'audiocodecid' } as const

/** From the messages of an RTMP publisher to the units of a publication. */
export class RtmpFeed implements PublisherSink {
  readonly #publication: Publication
  readonly #publisher: RtmpPublisher
  readonly #logger: Logger
  readonly #timeline = new Timeline(() => this.#publication.arrival.jumped())
  readonly #faults: PublisherFaults | null
  readonly #onCut: OnCut
  #nominalFrameRate: number | null = null
  #unsupported: UnsupportedCodec | undefined
  #closed = false

  /** @param faults on purpose; null outside of an emulator */
  constructor(
    publication: Publication,
    publisher: RtmpPublisher,
    logger: Logger,
    faults: { readonly media: PublisherFaults; readonly onCut: OnCut } | null = null,
  ) {
    this.#publication = publication
    this.#publisher = publisher
    this.#logger = logger
    this.#faults = faults?.media ?? null
    this.#onCut = faults?.onCut ?? (() => undefined)
  }

  get mayWait(): Milliseconds {
    return this.#publication.mayWait
  }

  message(type: 8 | 9 | 18, timestampMs: number, payload: Buffer): void {
    if (this.#closed || this.#isCut()) return
    try {
      this.#take(type, this.#faults?.timestamp(timestampMs) ?? timestampMs, payload)
    } catch (error) {
      this.#logger.info({ error: String(error) }, 'media that cannot be read')
      this.#publisher.close('protocol-error', error instanceof Error ? error.message : undefined)
    }
  }

  closed(reason: CloseReason, receivedBytes: number): void {
    this.#closed = true
    this.#publication.closed(reason, receivedBytes, this.#unsupported)
  }

  /** @throws Error of the wire formats when a decoder configuration is broken */
  #take(type: 8 | 9 | 18, timestampMs: number, payload: Buffer): void {
    const { arrival } = this.#publication
    const tag = parseFlvTag(type, payload)
    switch (tag.type) {
      case 'metadata':
        this.#metadata(tag.value)
        break
      case 'video-config':
        this.#faults?.reconfigured()
        arrival.announceVideo(describeVideo(tag.decoderConfig, this.#nominalFrameRate))
        break
      case 'audio-config':
        arrival.announceAudio(describeAudio(tag.decoderConfig))
        break
      case 'video': {
        const dts = this.#timeline.at('video', timestampMs)
        const sent = {
          kind: 'video',
          dts,
          pts: dts + tag.compositionMs,
          key: tag.key,
          data: tag.data,
        } as const
        const unit = this.#faults ? this.#faults.picture(sent) : sent
        if (unit) arrival.unit(unit)
        break
      }
      case 'audio': {
        const dts = this.#timeline.at('audio', timestampMs)
        arrival.unit({ kind: 'audio', dts, pts: dts, key: true, data: tag.data })
        break
      }
      case 'unsupported':
        this.#refuse(tag.kind, tag.codec)
        break
      case 'ignored':
        break
    }
  }

  /** Whether a fault has just ended it. */
  #isCut(): boolean {
    const cut = this.#faults?.cut()
    if (!cut) return false
    this.#onCut(cut)
    this.#publisher.cut()
    return true
  }

  /** The encoder says what it will send before it does (onMetaData). */
  #metadata(value: Readonly<Record<string, unknown>>): void {
    const rate = value['framerate']
    if (typeof rate === 'number' && rate > 0 && rate <= 240) this.#nominalFrameRate = rate
    const has = {
      video: Object.hasOwn(value, METADATA_MEMBERS.video),
      audio: Object.hasOwn(value, METADATA_MEMBERS.audio),
    }
    if (has.video || has.audio) this.#publication.arrival.expect(has)
  }

  #refuse(kind: Kind, codec: string): void {
    if (!this.#publication.wants(kind)) return
    this.#unsupported = { kind, codec }
    const wanted = kind === 'video' ? 'H.264' : 'AAC'
    const text = `The encoder sends ${codec} ${kind}. Set it to ${wanted}.`
    this.#publisher.close('unsupported-codec', text)
  }
}
