/** A transcoder of made-up pictures: it gives back what it gets, once for each output, when a test says so. */
import type { AccessUnit, VideoTrack } from '../../service/contract/media.ts'
import type { LinkFrame, LinkPeer } from '../../service/media/link/media-link.ts'
import type { TranscodePlan, TranscodeStats } from '../../service/media/link/plan.ts'

const TICKS_PER_MS = 90

export class MadeUpTranscoder implements LinkPeer {
  readonly backlogBytes = 0
  plan: TranscodePlan | null = null
  /** It was told that nothing more comes. */
  isEnded = false
  isClosed = false
  readonly #pictures: AccessUnit[] = []
  #hasBegun = false
  readonly #named = new Set<number>()
  #tell: (frame: LinkFrame) => void = () => undefined
  #gone: (error: Error | null) => void = () => undefined

  send(frame: LinkFrame): boolean {
    if (frame.type === 'plan') this.plan = frame.plan
    else if (frame.type === 'video') this.#pictures.push(frame.unit)
    else if (frame.type === 'end') this.isEnded = true
    return true
  }

  /** Gives back all that came so far. @param outputs numbers of those that are made; all by default */
  deliver(outputs: readonly number[] = [...(this.plan?.video?.outputs.keys() ?? [])]): void {
    const from = this.plan?.video?.from ?? -Infinity
    const all = this.#pictures.splice(0).filter(({ pts }) => pts >= from)
    const pictures = all.map((unit, i) => (i === 0 && !this.#hasBegun ? { ...unit, key: true } : unit))
    this.#hasBegun ||= all.length > 0
    for (const index of outputs) {
      this.#name(index)
      for (const { pts, dts, key, data } of pictures) {
        const times = { pts: pts * TICKS_PER_MS, dts: dts * TICKS_PER_MS, duration: 40 * TICKS_PER_MS }
        this.#tell({ type: 'unit', kind: 'video', index, unit: { ...times, key, data } })
      }
    }
  }

  /** Tells that what it decodes is black, and silent. */
  measure(): void {
    this.#tell({ type: 'picture-measured', measured: { blackMs: 2000, frozenMs: null } })
    this.#tell({
      type: 'sound-measured',
      measured: { peaksDb: [-120, -120], shortTermLufs: -70, silentMs: 3000 },
    })
  }

  finish(): void {
    this.deliver()
    this.#tell({ type: 'finished', stats: {} as TranscodeStats })
  }

  die(): void {
    this.#gone(new Error('killed'))
  }

  onFrame(listener: (frame: LinkFrame) => void): void {
    this.#tell = listener
  }

  onClose(listener: (error: Error | null) => void): void {
    this.#gone = listener
  }

  close(): void {
    this.isClosed = true
  }

  onDrain(): void {}
  pause(): void {}
  resume(): void {}

  #name(index: number): void {
    const target = this.plan?.video?.outputs[index]
    if (!target || this.#named.has(index)) return
    this.#named.add(index)
    const track: VideoTrack = {
      ...{ kind: 'video', codec: 'h264', timescale: 1000 * TICKS_PER_MS },
      ...{ width: target.width, height: target.height, frameRate: target.frameRate },
      ...{ bitRateBps: target.bitRateBps, decoderConfig: DECODER_CONFIG },
    }
    this.#tell({ type: 'track', kind: 'video', index, track })
  }
}

/** AVCDecoderConfigurationRecord of pictures that nobody decodes. */
export const DECODER_CONFIG = Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 0, 0)
