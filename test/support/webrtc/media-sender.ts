/** What a browser sends, without a camera: VP8-like video at a steady bit rate, Opus-like audio, RTCP. */
import type { BitsPerSecond, Milliseconds } from '../../../service/contract/units.ts'
import { ntpFromEpoch } from '../../../service/protocol/rtcp/ntp.ts'
import { parseRtcp } from '../../../service/protocol/rtcp/parse.ts'
import { compound, sdes, senderReport } from '../../../service/protocol/rtcp/write.ts'
import { isRtcp } from '../../../service/protocol/rtp/packet.ts'
import {
  OPUS_CLOCK_RATE,
  OPUS_PAYLOAD_TYPE,
  VIDEO_CLOCK_RATE,
  VIDEO_PAYLOAD_TYPES,
} from '../../../service/protocol/rtp/payload-types.ts'
import {
  MAX_HEADER_LENGTH,
  patchSequenceNumber,
  patchTimestamp,
  patchTransportSequenceNumber,
  writeHeader,
} from '../../../service/protocol/rtp/writer.ts'
import type { HeaderLayout } from '../../../service/protocol/rtp/writer.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { vp8Payload } from './packets.ts'

const FRAME_MS: Milliseconds = 1000 / 30
const AUDIO_MS: Milliseconds = 20
const REPORT_MS: Milliseconds = 1000
const VIDEO_PAYLOAD = 1160
const AUDIO_PAYLOAD = 120

export interface MediaSenderOptions {
  readonly client: Pick<NativeClient, 'send' | 'onMessage'>
  readonly audio: { readonly mid: string; readonly ssrc: number }
  readonly video: { readonly mid: string; readonly ssrc: number }
  readonly videoBps: BitsPerSecond
  /** Whether audio carries transport-wide sequence numbers too. */
  readonly audioIsCounted: boolean
}

/** Sends what time asks for, each time that it is told the time. A key frame comes when it is asked for. */
export class MediaSender {
  readonly #options: MediaSenderOptions
  readonly #audio: Stream
  readonly #video: Stream
  #startedMs: Milliseconds | null = null
  #frames = 0
  #audioPackets = 0
  #reports = 0
  #credit = 0
  #transportSequence = 0
  #keyFrameIsDue = true
  /** RTP packets of both streams so far. */
  sent = 0
  readonly heard = { keyFrameRequests: 0, nacked: 0, feedbacks: 0, reports: 0 }

  constructor(options: MediaSenderOptions) {
    const { client, audio, video, audioIsCounted } = options
    this.#options = options
    this.#audio = new Stream(audio, OPUS_PAYLOAD_TYPE, AUDIO_PAYLOAD, {
      audioLevel: 40,
      counted: audioIsCounted,
    })
    this.#video = new Stream(video, VIDEO_PAYLOAD_TYPES.VP8.media, VIDEO_PAYLOAD, { counted: true })
    client.onMessage((packet) => {
      if (isRtcp(packet)) this.#hear(packet)
    })
  }

  /** @param nowMs of any clock that goes steadily; @param epochMs the wall clock */
  advance(nowMs: Milliseconds, epochMs: Milliseconds): void {
    this.#startedMs ??= nowMs
    const elapsed = nowMs - this.#startedMs
    for (; this.#frames * FRAME_MS <= elapsed; this.#frames++) this.#sendFrame()
    for (; this.#audioPackets * AUDIO_MS <= elapsed; this.#audioPackets++) {
      this.#send(this.#audio, this.#audioPackets * AUDIO_MS * (OPUS_CLOCK_RATE / 1000), false)
    }
    for (; this.#reports * REPORT_MS <= elapsed; this.#reports++) this.#report(elapsed, epochMs)
  }

  #sendFrame(): void {
    this.#credit += (this.#options.videoBps * FRAME_MS) / 8000
    const count = Math.max(1, Math.floor(this.#credit / VIDEO_PAYLOAD))
    this.#credit -= count * VIDEO_PAYLOAD
    const keyFrame = this.#keyFrameIsDue
    this.#keyFrameIsDue = false
    for (let i = 0; i < count; i++) {
      const picture = {
        pictureId: this.#frames & 0x7fff,
        tl0PicIdx: this.#frames & 0xff,
        keyFrame,
        start: i === 0,
      }
      this.#video.setPayload(vp8Payload({ ...picture, size: VIDEO_PAYLOAD - 6 }))
      this.#send(
        this.#video,
        Math.round(this.#frames * FRAME_MS * (VIDEO_CLOCK_RATE / 1000)),
        i === count - 1,
      )
    }
  }

  #send(stream: Stream, timestamp: number, marker: boolean): void {
    const packet = stream.next(timestamp, marker, this.#transportSequence)
    if (stream.counted) this.#transportSequence = (this.#transportSequence + 1) & 0xffff
    if (this.#options.client.send(packet, stream.mid)) this.sent += 1
  }

  #report(elapsed: Milliseconds, epochMs: Milliseconds): void {
    for (const [stream, clockRate] of [
      [this.#audio, OPUS_CLOCK_RATE],
      [this.#video, VIDEO_CLOCK_RATE],
    ] as const) {
      const { ssrc, packets, octets, mid } = stream
      const rtpTimestamp = Math.round((elapsed * clockRate) / 1000) >>> 0
      const report = senderReport({ ssrc, ntpMs: ntpFromEpoch(epochMs), rtpTimestamp, packets, octets })
      this.#options.client.send(compound(report, sdes(ssrc, 'sender')), mid)
    }
  }

  #hear(bytes: Uint8Array): void {
    for (const packet of parseRtcp(bytes)) {
      if (packet.type === 'pli' || packet.type === 'fir') {
        this.#keyFrameIsDue = true
        this.heard.keyFrameRequests += 1
      } else if (packet.type === 'nack') this.heard.nacked += packet.sequenceNumbers.length
      else if (packet.type === 'transport-feedback') this.heard.feedbacks += 1
      else if (packet.type === 'receiver-report') this.heard.reports += 1
    }
  }
}

/** One stream's packets, all in the same buffer. */
class Stream {
  readonly mid: string
  readonly ssrc: number
  readonly counted: boolean
  packets = 0
  octets = 0
  readonly #buffer: Uint8Array
  readonly #layout: HeaderLayout
  readonly #payloadBytes: number

  constructor(
    { mid, ssrc }: { readonly mid: string; readonly ssrc: number },
    payloadType: number,
    payloadBytes: number,
    { counted, audioLevel }: { readonly counted: boolean; readonly audioLevel?: number },
  ) {
    this.mid = mid
    this.ssrc = ssrc
    this.counted = counted
    this.#payloadBytes = payloadBytes
    const buffer = Buffer.alloc(MAX_HEADER_LENGTH + payloadBytes, 0x55)
    this.#layout = writeHeader(buffer, {
      payloadType,
      marker: false,
      sequenceNumber: 0,
      timestamp: 0,
      ssrc,
      extensions: {
        mid,
        ...(audioLevel !== undefined && { audioLevel }),
        ...(counted && { transportSequenceNumber: 0 }),
      },
    })
    this.#buffer = buffer.subarray(0, this.#layout.length + payloadBytes)
  }

  setPayload(payload: Uint8Array): void {
    this.#buffer.set(payload, this.#layout.length)
  }

  /** The next packet; valid until the one after it. */
  next(timestamp: number, marker: boolean, transportSequence: number): Uint8Array {
    patchSequenceNumber(this.#buffer, this.packets & 0xffff)
    patchTimestamp(this.#buffer, timestamp >>> 0)
    this.#buffer[1] = ((this.#buffer[1] ?? 0) & 0x7f) | (marker ? 0x80 : 0)
    patchTransportSequenceNumber(this.#buffer, this.#layout.transportSequenceNumberAt, transportSequence)
    this.packets += 1
    this.octets += this.#payloadBytes
    return this.#buffer
  }
}
