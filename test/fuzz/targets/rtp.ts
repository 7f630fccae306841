import fc from 'fast-check'
import type { Rid } from '../../../service/contract/sfu-api.ts'
import type { VideoCodec } from '../../../service/contract/signaling.ts'
import type { LinkFrame, LinkPeer } from '../../../service/media/link/media-link.ts'
import { HlsRelay } from '../../../service/media/sfu/relay/hls-relay.ts'
import { createLogger } from '../../../service/platform/logger.ts'
import { ProtocolError } from '../../../service/protocol/protocol-error.ts'
import { createDepacketizer } from '../../../service/protocol/depacketizer.ts'
import type { VideoDepacketizer } from '../../../service/protocol/rtp/depacketized-frame.ts'
import { RtpPacketView } from '../../../service/protocol/rtp/packet.ts'
import { OPUS_PAYLOAD_TYPE } from '../../../service/protocol/rtp/payload-types.ts'
import { ForwardingRoom } from '../../support/webrtc/forwarding.ts'
import type { Client } from '../../support/webrtc/forwarding.ts'
import { rtpPacket } from '../../support/webrtc/packets.ts'
import { mutatedBytes } from '../inputs/mutated-bytes.ts'
import { propertyTarget } from '../property-target.ts'
import { feedbackPackets, mediaPackets, sentPackets } from '../webrtc/captured-packets.ts'

const logger = createLogger('silent')
const LAYERS = ['r0', 'r1'] as const
const SENDS: readonly { readonly codec: VideoCodec; readonly rids: readonly Rid[] | null }[] = [
  ...(['VP8', 'AV1'] as const).map((codec) => ({ codec, rids: LAYERS })),
  ...(['VP8', 'VP9', 'H264', 'AV1'] as const).map((codec) => ({ codec, rids: null })),
]

/** What flows of each before anything is wrong. */
const MEDIA = new Map(SENDS.map((sends) => [sends, mediaPackets(sends.codec, sends.rids).map(rtpPacket)]))

/** Of one who does no harm. */
const CLEAN_SSRC = 0x900
const CLEAN_PACKETS = 20
/** What may come back for one packet of feedback: answers to a NACK of many, a key frame, some padding. */
const MOST_ANSWERED = 50

const ssrcsOfGreedy = sceneOf(SENDS[0]!).greedy.consumers.flatMap(({ ssrc, rtxSsrc }) => [ssrc, rtxSsrc ?? 0])
const feedback = mutatedBytes(feedbackPackets(ssrcsOfGreedy))
const steps = (packets: readonly Uint8Array[]) =>
  fc.array(
    fc.record({
      bytes: fc.oneof(
        mutatedBytes(packets).map((bytes) => ({ from: 'sender' as const, bytes })),
        feedback.map((bytes) => ({ from: 'receiver' as const, bytes })),
      ),
      ms: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(0, 0, 0, 20) }, fc.constantFrom(100, 1100)),
    }),
    { minLength: 1, maxLength: 12, size: 'max' },
  )

const inputs = fc.oneof(
  ...SENDS.map((sends) =>
    fc.record({
      sends: fc.constant(sends),
      /** Whether media flowed before. */
      flowed: fc.boolean(),
      steps: steps(sentPackets(sends.codec, sends.rids)),
    }),
  ),
)
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/**
 * RTP and RTCP, decrypted, of a sender and of a receiver: through forwarding, bandwidth and the relay for HLS.
 * Somebody else's sound must arrive whole at those who get both.
 */
export const target = propertyTarget<Input>({
  name: 'rtp',
  cases: 1200,
  reaches: { forwarded: 100, 'forwarded and relayed': 100, nothing: 50 },
  inputs,
  start: () => ({ take }),
})

function sceneOf({ codec, rids }: (typeof SENDS)[number]) {
  const room = new ForwardingRoom()
  const hostile = room.sender({ codec, ...(rids && { rids }) })
  const clean = room.sender(null)
  const sound = clean.producerOf('audio')
  const greedy = room.receiver(...hostile.media.producers, sound)
  const other = room.receiver(...hostile.media.producers, sound)
  return { room, hostile, clean, greedy, other, all: [hostile, clean, greedy, other] }
}

function take({ sends, flowed, steps }: Input): string {
  const { room, hostile, clean, greedy, other, all } = sceneOf(sends)
  const relayed: LinkFrame[] = []
  const parts = { producers: hostile.media.producers, logger, now: () => room.now }
  const relay = new HlsRelay({ ...parts, peer: peerInto(relayed) })
  if (flowed) for (const packet of MEDIA.get(sends) ?? []) hostile.media.packet(packet)
  const flowedFrames = relayed.length
  const depacketizer = createDepacketizer(sends.codec)
  for (const { bytes, ms } of steps) {
    depacketize(depacketizer, bytes.bytes)
    if (bytes.from === 'sender') hostile.media.packet(bytes.bytes)
    else greedy.media.packet(bytes.bytes)
    room.advance(ms, ...all)
  }
  checkBounds(steps.length, greedy)
  const before = other.wire.rtp.length
  sendSound(clean)
  room.advance(40, ...all)
  const [sound] = other.consumers.slice(-1)
  const arrived = other.wire.of(sound?.ssrc ?? 0)
  if (arrived.length !== CLEAN_PACKETS) throw new Error(`${arrived.length} packets of clean sound arrived`)
  for (const { media } of all) checkCounters(media.counters())
  relay.close()
  checkFrames(relayed)
  if (before === 0) return 'nothing'
  // Of what came after all was well: the relay has that at once.
  return relayed.slice(flowedFrames).some(({ type }) => type === 'video' || type === 'audio')
    ? 'forwarded and relayed'
    : 'forwarded'
}

/** Alone, as the relay takes any error for a loss. @throws where it is of another class than it says */
function depacketize(depacketizer: VideoDepacketizer, bytes: Uint8Array): void {
  const view = new RtpPacketView()
  if (!view.read(bytes)) return
  try {
    depacketizer.frame([bytes.subarray(view.payloadStart, view.payloadEnd)])
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
}

function sendSound({ media }: Client): void {
  for (let i = 0; i < CLEAN_PACKETS; i++) {
    const at = { sequenceNumber: 65_530 + i, timestamp: i * 960 }
    media.packet(
      rtpPacket({
        payloadType: OPUS_PAYLOAD_TYPE,
        ssrc: CLEAN_SSRC,
        mid: 'a',
        ...at,
        payload: Buffer.from('s'),
      }),
    )
  }
}

/** @throws where a client is sent far more than it can have asked for */
function checkBounds(packets: number, { wire }: Client): void {
  const sent = wire.rtp.length + wire.rtcp.length
  if (sent > packets * MOST_ANSWERED) throw new Error(`${sent} packets for ${packets}`)
}

/** @throws where a counter is no whole number from 0 on */
function checkCounters(value: unknown): void {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkCounters)
  else if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0))
    throw new Error(`a counter is ${value}`)
}

/** @throws where a frame has no time, or goes back in it by less than a new clock does */
function checkFrames(frames: readonly LinkFrame[]): void {
  for (const frame of frames) {
    if (frame.type !== 'video' && frame.type !== 'audio') continue
    const { dts, pts, data } = frame.unit
    if (!Number.isFinite(dts) || !Number.isFinite(pts)) throw new Error(`a frame at ${dts}, ${pts}`)
    if (data.length === 0) throw new Error('a frame without data')
  }
}

function peerInto(frames: LinkFrame[]): LinkPeer {
  return {
    backlogBytes: 0,
    send: (frame) => frames.push(frame) > 0,
    onFrame: () => undefined,
    onClose: () => undefined,
    onDrain: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
}
