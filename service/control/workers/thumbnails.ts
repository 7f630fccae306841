import type { ChannelId } from '../../contract/ids.ts'
import type { KeyPicture } from '../../contract/media.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'

/** A picture is good for so long, whoever asks. */
const KEPT_MS: Milliseconds = 2000
/** From the question to the answer, waiting for others included. */
const DEADLINE_MS: Milliseconds = 5000
/** The process draws one; the next is on its way to it. */
const MOST_AT_ONCE = 2

export interface ThumbnailParts {
  readonly clock: Clock
  readonly logger: Logger
  /** The newest key picture of a channel; null while it shows nothing. */
  readonly source: (channelId: ChannelId, deadlineMs: Milliseconds) => Promise<KeyPicture | null>
  /** A JPEG file of it; null where it cannot be decoded. */
  readonly draw: (picture: KeyPicture, deadlineMs: Milliseconds) => Promise<Uint8Array | null>
}

/** Thumbnails, drawn when somebody asks and kept for a moment; who asks meanwhile shares them. */
export class Thumbnails {
  readonly #parts: ThumbnailParts
  readonly #kept = new Map<ChannelId, Promise<Uint8Array | null>>()
  readonly #waiting: (() => void)[] = []
  /** Channels whose trouble has been logged. */
  readonly #troubled = new Set<ChannelId>()
  #busy = 0

  constructor(parts: ThumbnailParts) {
    this.#parts = parts
  }

  /** A whole JPEG file; null while the channel shows nothing, or nothing that can be drawn. */
  newest(channelId: ChannelId): Promise<Uint8Array | null> {
    const { clock } = this.#parts
    const kept = this.#kept.get(channelId)
    if (kept) return kept
    const jpeg = this.#inTurn(channelId)
    this.#kept.set(channelId, jpeg)
    clock.after(KEPT_MS, () => this.#kept.delete(channelId))
    return jpeg
  }

  async #inTurn(channelId: ChannelId): Promise<Uint8Array | null> {
    const until = this.#parts.clock.now() + DEADLINE_MS
    while (this.#busy >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#busy += 1
    try {
      return await this.#make(channelId, until)
    } finally {
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }

  async #make(channelId: ChannelId, until: EpochMilliseconds): Promise<Uint8Array | null> {
    const { clock, source, draw } = this.#parts
    const left = () => until - clock.now()
    try {
      if (left() <= 0) throw new Error('too many pictures are asked for')
      const picture = await source(channelId, left())
      if (picture === null) return null
      const jpeg = await draw(picture, Math.max(1, left()))
      if (jpeg === null) throw new Error('the picture cannot be decoded')
      this.#troubled.delete(channelId)
      return jpeg
    } catch (error) {
      this.#logOnce(channelId, error)
      return null
    }
  }

  #logOnce(channelId: ChannelId, error: unknown): void {
    if (this.#troubled.has(channelId)) return
    this.#troubled.add(channelId)
    this.#parts.logger.warn({ err: error, channelId }, 'no thumbnail could be drawn')
  }
}
