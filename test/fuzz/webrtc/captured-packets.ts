/** RTP and RTCP as clients send them, of every codec and kind. */
import type { VideoCodec } from '../../../service/contract/signaling.ts'
import {
  bye,
  compound,
  fir,
  nack,
  pli,
  receiverReport,
  remb,
  sdes,
  senderReport,
  transportFeedback,
} from '../../../service/protocol/rtcp/write.ts'
import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../../service/protocol/rtp/payload-types.ts'
import { dependencyDescriptor, rtpPacket, rtxPacket } from '../../support/webrtc/packets.ts'
import type { PacketFields } from '../../support/webrtc/packets.ts'

const AUDIO_SSRC = 0x100
const RTX_SSRC = 0x300
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Pictures of 64x48 as ffmpeg's encoders write them, in packets as browsers do: a key frame, then two others. */
const FRAMES: Readonly<Record<VideoCodec, readonly (readonly Buffer[])[]>> = {
  VP8: [
    [
      hex('90 e0 812c14 00 b002009d012a40003000004708858588'),
      hex('80 e0 812c14 00 858488020200068e621367998f2f00fe6800'),
    ],
    [hex('90 e0 812d15 00 d101000510ac00180018582ff400088c0000')],
    [hex('90 e0 812e16 00 d101000510ac00180018582ff400088c0000')],
  ],
  VP9: [
    [hex('a8 812c 00 14 824983420003f002f60038241c18'), hex('a4 812c 00 14 4a00003060000013b818000000')],
    [hex('ec 812d 00 15 860040929c00500000032000005470')],
    [hex('ec 812e 00 16 860040929c00500000032000005470')],
  ],
  AV1: [
    [hex('28 0a 0800000002aff79b5f2008 3010009000000200008008fae740')],
    [hex('10 30038080000046a8800002400020009c50')],
    [hex('50 30038080000046a8800002'), hex('90 400020009c50')],
  ],
  H264: [
    [
      hex('78 0017 6742c00ad9047b0110000003001000000300a0f1226480 0005 68cb83cb20'),
      hex('658884043c98a000201b2727275d75d75d75d780'),
    ],
    [hex('419a381fe360')],
    [hex('7c 85 8884043c98a000201b27'), hex('7c 45 27275d75d75d75d780')],
  ],
}

/** What a sender of the codec sends: sound, pictures in layers or not. */
export function mediaPackets(codec: VideoCodec, rids: readonly string[] | null): PacketFields[] {
  const { media } = VIDEO_PAYLOAD_TYPES[codec]
  const audio = { payloadType: OPUS_PAYLOAD_TYPE, ssrc: AUDIO_SSRC, mid: 'a', audioLevel: 30, voice: true }
  const packets = FRAMES[codec].flatMap((frame, picture) =>
    frame.map((payload, i) => ({
      ...{ timestamp: (2 ** 32 - 3000 + picture * 3000) >>> 0, marker: i === frame.length - 1, payload },
      isFirst: i === 0,
      picture,
    })),
  )
  const pictures = (rids ?? [undefined]).flatMap((rid, layer) =>
    packets.map(({ isFirst, picture, ...packet }, i) => ({
      ...{ ...packet, payloadType: media, ssrc: 0x200 + layer, mid: 'v', ...(rid !== undefined && { rid }) },
      ...{ sequenceNumber: 65_533 + i, transportSequenceNumber: 65_530 + i, videoOrientation: 1 },
      ...(codec === 'AV1' && isFirst && { dependencyDescriptor: dependencyDescriptor(65_534 + picture, 20) }),
    })),
  )
  const sound = [1, 2, 3].map((i) => ({
    ...{
      ...audio,
      sequenceNumber: i,
      timestamp: i * 960,
      transportSequenceNumber: i,
      payload: hex('fc5501'),
    },
  }))
  return [...sound, ...pictures]
}

/** The same, with retransmissions, padding and reports. */
export function sentPackets(codec: VideoCodec, rids: readonly string[] | null): Uint8Array[] {
  const { media, rtx } = VIDEO_PAYLOAD_TYPES[codec]
  const packets = mediaPackets(codec, rids)
  return [
    ...packets.map(rtpPacket),
    ...packets
      .slice(-1)
      .map((last) => rtxPacket(last, { payloadType: rtx, ssrc: RTX_SSRC, sequenceNumber: 9 })),
    rtpPacket({ payloadType: media, ssrc: 0x200, sequenceNumber: 9, timestamp: 9, padding: 200 }),
    compound(
      senderReport({ ssrc: 0x200, ntpMs: 3_900_000_000_000, rtpTimestamp: 9, packets: 9, octets: 900 }),
      sdes(0x200, 'cname'),
    ),
    bye([0x200, AUDIO_SSRC]),
  ]
}

/** What a receiver of these streams says of them. */
export function feedbackPackets(ssrcs: readonly number[]): Uint8Array[] {
  const block = { fractionLost: 0.5, cumulativeLost: 9, jitter: 90, lastSr: 77, delaySinceLastSr: 88 }
  const arrivals = Array.from({ length: 20 }, (_, i) => ({
    sequenceNumber: i,
    receivedAtMs: i % 3 === 0 ? null : i * 5,
  }))
  return ssrcs.flatMap((ssrc) => [
    receiverReport(1, [{ ssrc, highestSequence: 70_000, ...block }]),
    nack(1, ssrc, [1, 2, 3, 17, 18, 65_535]),
    compound(pli(1, ssrc), fir(1, [{ ssrc, sequence: 3 }])),
    remb(1, 300_000, [ssrc]),
    transportFeedback(1, ssrc, { baseSequence: 0, feedbackCount: 1, arrivals }),
  ])
}
