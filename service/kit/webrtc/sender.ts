import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { ntpFromEpoch } from '../../protocol/rtcp/ntp.ts'
import { parseRtcp } from '../../protocol/rtcp/parse.ts'
import { compound, sdes, senderReport } from '../../protocol/rtcp/write.ts'
import { isRtcp } from '../../protocol/rtp/packet.ts'
import {
  OPUS_CLOCK_RATE,
  OPUS_PAYLOAD_TYPE,
  VIDEO_CLOCK_RATE,
  VIDEO_PAYLOAD_TYPES,
} from '../../protocol/rtp/payload-types.ts'
import { MAX_HEADER_LENGTH, writeHeader } from '../../protocol/rtp/writer.ts'
import type { Clip, Frame } from './clip.ts'
import type { NativeClient } from './native-client.ts'

const REPORT_EVERY: Milliseconds = 1000
/** Bytes of a frame in one packet; with headers it stays below what goes through everywhere. */
const PAYLOAD = 1100
/** Packets that can be sent again. */
const KEPT = 512
/** -dBov; what is as loud speaks. */
const AUDIO_LEVEL = 30

/** What is sent, and by which m-line. */
export interface SentStream {
  readonly mid: string
  readonly ssrc: number
}

export interface SenderParts {
  readonly client: Pick<NativeClient, 'send' | 'onMessage'>
  readonly clip: Clip
  /** Null: it sends none. */
  readonly audio: SentStream | null
  readonly video: SentStream | null
}

interface Stream extends SentStream {
  readonly clockRate: number
  readonly payloadType: number
  packets: number
  octets: number
  /** The newest packets, by the end of their numbers. */
  readonly kept: Map<number, Uint8Array>
}

/** Sends a clip over and over, as time goes on. */
export class ClipSender {
  readonly #parts: SenderParts
  readonly #streams: Readonly<Record<Frame['kind'], Stream | null>>
  #next = 0
  /** When the clip that is being sent began, on the sender's own time. */
  #clipStartMs: Milliseconds = 0
  #startedMs: Milliseconds | null = null
  #reportedMs: Milliseconds = 0
  #pictureId = 0
  /** Set by who receives: pictures are left out until one that needs no other. */
  #waitsForKey = true
  /** RTP packets so far. */
  packets = 0
  keyFrameRequests = 0

  constructor(parts: SenderParts) {
    this.#parts = parts
    const stream = (sent: SentStream | null, payloadType: number, clockRate: number): Stream | null =>
      sent && { ...sent, payloadType, clockRate, packets: 0, octets: 0, kept: new Map() }
    this.#streams = {
      audio: stream(parts.audio, OPUS_PAYLOAD_TYPE, OPUS_CLOCK_RATE),
      video: stream(parts.video, VIDEO_PAYLOAD_TYPES.VP8.media, VIDEO_CLOCK_RATE),
    }
    parts.client.onMessage((packet) => {
      if (isRtcp(packet)) this.#hear(packet)
    })
  }

  /** Sends what is due. @param nowMs of any clock that goes steadily; @param epochMs the wall clock */
  advance(nowMs: Milliseconds, epochMs: EpochMilliseconds): void {
    const { frames, lengthMs } = this.#parts.clip
    this.#startedMs ??= nowMs
    const elapsed = nowMs - this.#startedMs
    for (;;) {
      const frame = frames[this.#next]
      if (!frame) {
        this.#clipStartMs += lengthMs
        this.#next = 0
        continue
      }
      const at = this.#clipStartMs + frame.atMs
      if (at > elapsed) break
      this.#next += 1
      this.#sendFrame(frame, at)
    }
    if (elapsed - this.#reportedMs >= REPORT_EVERY) this.#report(elapsed, epochMs)
  }

  #sendFrame(frame: Frame, at: Milliseconds): void {
    const stream = this.#streams[frame.kind]
    if (!stream) return
    if (frame.kind === 'audio') return this.#send(stream, at, frame.data, true)
    if (this.#waitsForKey && !frame.key) return
    this.#waitsForKey = false
    this.#pictureId = (this.#pictureId + 1) & 0x7fff
    for (let from = 0; from < frame.data.length; from += PAYLOAD) {
      const part = frame.data.subarray(from, from + PAYLOAD)
      const payload = Buffer.concat([descriptor(this.#pictureId, from === 0), part])
      this.#send(stream, at, payload, from + PAYLOAD >= frame.data.length)
    }
  }

  #send(stream: Stream, at: Milliseconds, payload: Uint8Array, marker: boolean): void {
    const sequenceNumber = stream.packets & 0xffff
    const buffer = new Uint8Array(MAX_HEADER_LENGTH + payload.length)
    const { length } = writeHeader(buffer, {
      ...{ payloadType: stream.payloadType, marker, sequenceNumber, ssrc: stream.ssrc },
      timestamp: Math.round((at * stream.clockRate) / 1000) >>> 0,
      extensions: {
        mid: stream.mid,
        ...(stream.payloadType === OPUS_PAYLOAD_TYPE && { audioLevel: AUDIO_LEVEL, voice: true }),
      },
    })
    buffer.set(payload, length)
    const packet = buffer.subarray(0, length + payload.length)
    stream.kept.set(sequenceNumber, packet)
    stream.kept.delete((sequenceNumber - KEPT) & 0xffff)
    stream.packets += 1
    stream.octets += payload.length
    if (this.#parts.client.send(packet, stream.mid)) this.packets += 1
  }

  #report(elapsed: Milliseconds, epochMs: EpochMilliseconds): void {
    this.#reportedMs = elapsed
    for (const stream of Object.values(this.#streams)) {
      if (!stream || stream.packets === 0) continue
      const { ssrc, packets, octets, mid, clockRate } = stream
      const rtpTimestamp = Math.round((elapsed * clockRate) / 1000) >>> 0
      const report = senderReport({ ssrc, ntpMs: ntpFromEpoch(epochMs), rtpTimestamp, packets, octets })
      this.#parts.client.send(compound(report, sdes(ssrc, 'airdesk-kit')), mid)
    }
  }

  #hear(bytes: Uint8Array): void {
    for (const packet of parseRtcp(bytes)) {
      if (packet.type === 'pli' || packet.type === 'fir') {
        this.#waitsForKey = true
        this.keyFrameRequests += 1
      } else if (packet.type === 'nack') {
        for (const stream of Object.values(this.#streams)) {
          if (stream?.ssrc === packet.mediaSsrc) this.#repeat(stream, packet.sequenceNumbers)
        }
      }
    }
  }

  #repeat({ kept, mid }: Stream, sequenceNumbers: readonly number[]): void {
    for (const number of sequenceNumbers) {
      const packet = kept.get(number)
      if (packet) this.#parts.client.send(packet, mid)
    }
  }
}

/** RFC 7741 4.2, with a picture id of 15 bits. */
function descriptor(pictureId: number, start: boolean): Uint8Array {
  return Uint8Array.of(start ? 0x90 : 0x80, 0x80, 0x80 | (pictureId >> 8), pictureId & 0xff)
}
