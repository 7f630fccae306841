import type { Rid } from '../../../contract/sfu-api.ts'
import type { Bytes } from '../../../contract/units.ts'
import type { RtcpPacket } from '../../../protocol/rtcp/packet.ts'
import { RTCP_TYPE } from '../../../protocol/rtcp/packet.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'

/** Kinds of RTCP as the names of the counters have them. */
const RTCP_KINDS = [
  'bye',
  'sr',
  'rr',
  'sdes',
  'xr',
  'unknown',
  'psfb_pli',
  'psfb_fir',
  'psfb_afb',
  'rtpfb_generic_nack',
  'rtpfb_tmmbr',
  'rtpfb_tmmbn',
  'rtpfb_transport_wide',
] as const
export type RtcpKind = (typeof RTCP_KINDS)[number]

const EXTENDED_REPORT = 207

/** Groups of counters, as statistics show them. */
export interface CounterGroup {
  [name: string]: number | CounterGroup
}

const receivedRtp = () => ({
  total_received_rtp: 0,
  total_received_rtp_byte_size: 0,
  total_received_rtp_padding: 0,
  total_received_rtp_padding_size: 0,
  total_received_rtp_rtx: 0,
})

/** The members are those of packets whose extensions are read; the spelling `sepc` is the protocol's. */
const receivedExtensions = () => ({
  total_received_rtp_hdrext_audio_level: 0,
  total_received_rtp_hdrext_av1_rtp_sepc: 0,
  total_received_rtp_hdrext_transport_wide_cc: 0,
  total_received_rtp_hdrext_video_orientation: 0,
})

const received = () => ({ rtp: receivedRtp(), rtp_hdrext: receivedExtensions() })

/** What a connection received and sent so far. Growing, except for the level of its network. */
export class Counters {
  readonly rtp = {
    ...receivedRtp(),
    total_received_rtp_unknown: 0,
    total_received_rtp_duplicate: 0,
    total_sent_rtp: 0,
    total_sent_rtp_byte_size: 0,
    total_received_rtcp: 0,
    total_received_rtcp_byte_size: 0,
    total_sent_rtcp: 0,
    total_sent_rtcp_byte_size: 0,
  }
  readonly simulcastAuto = { total_switched: 0 }
  readonly networkStatus = {
    unstable_level: 0,
    total_unstable_level0: 0,
    total_unstable_level1: 0,
    total_unstable_level2: 0,
    total_unstable_level3: 0,
  }
  readonly #extensions = receivedExtensions()
  readonly #simulcast = { r0: received(), r1: received(), r2: received() }
  readonly #receivedRtcp = byKind()
  readonly #sentRtcp = byKind()

  /** @param rid layer of a packet of media, null without simulcast */
  receivedRtp(packet: RtpPacketView, rid: Rid | null, isRetransmission: boolean): void {
    countRtp(this.rtp, packet, isRetransmission)
    countExtensions(this.#extensions, packet)
    if (rid === null) return
    const layer = this.#simulcast[rid]
    countRtp(layer.rtp, packet, isRetransmission)
    countExtensions(layer.rtp_hdrext, packet)
  }

  receivedRtcp(bytes: Bytes, packets: readonly RtcpPacket[]): void {
    this.rtp.total_received_rtcp += 1
    this.rtp.total_received_rtcp_byte_size += bytes
    for (const packet of packets) this.#receivedRtcp[kindOf(packet)] += 1
  }

  sentRtcp(bytes: Bytes, kinds: readonly RtcpKind[]): void {
    this.rtp.total_sent_rtcp += 1
    this.rtp.total_sent_rtcp_byte_size += bytes
    for (const kind of kinds) this.#sentRtcp[kind] += 1
  }

  /**
   * Once a second.
   * @param fractionLost worst of the last reports, 0 to 1
   */
  network(fractionLost: number): void {
    const level = fractionLost < 0.02 ? 0 : fractionLost < 0.05 ? 1 : fractionLost < 0.1 ? 2 : 3
    this.networkStatus.unstable_level = level
    this.networkStatus[`total_unstable_level${level}`] += 1
  }

  /** A copy in the form of statistics. */
  groups(): Record<string, CounterGroup> {
    return structuredClone({
      rtp: {
        ...this.rtp,
        ...named('total_received_rtcp_', this.#receivedRtcp),
        ...named('total_sent_rtcp_', this.#sentRtcp),
      },
      rtp_hdrext: this.#extensions,
      simulcast: this.#simulcast,
      simulcast_auto: this.simulcastAuto,
      network_status: this.networkStatus,
    })
  }
}

function byKind(): Record<RtcpKind, number> {
  return Object.fromEntries(RTCP_KINDS.map((kind) => [kind, 0])) as Record<RtcpKind, number>
}

function named(prefix: string, counts: Readonly<Record<RtcpKind, number>>): Record<string, number> {
  return Object.fromEntries(RTCP_KINDS.map((kind) => [prefix + kind, counts[kind]]))
}

function countRtp(
  counters: ReturnType<typeof receivedRtp>,
  packet: RtpPacketView,
  isRetransmission: boolean,
): void {
  const { length } = packet.bytes
  counters.total_received_rtp += 1
  counters.total_received_rtp_byte_size += length
  if (packet.payloadEnd < length) {
    counters.total_received_rtp_padding += 1
    counters.total_received_rtp_padding_size += length - packet.payloadEnd
  }
  if (isRetransmission) counters.total_received_rtp_rtx += 1
}

function countExtensions(counters: ReturnType<typeof receivedExtensions>, packet: RtpPacketView): void {
  if (packet.transportSequenceNumber >= 0) counters.total_received_rtp_hdrext_transport_wide_cc += 1
  if (packet.audioLevel >= 0) counters.total_received_rtp_hdrext_audio_level += 1
  if (packet.videoOrientation >= 0) counters.total_received_rtp_hdrext_video_orientation += 1
  if (packet.dependencyDescriptorStart >= 0) counters.total_received_rtp_hdrext_av1_rtp_sepc += 1
}

const KIND_OF: Readonly<Record<Exclude<RtcpPacket['type'], 'other'>, RtcpKind>> = {
  'sender-report': 'sr',
  'receiver-report': 'rr',
  nack: 'rtpfb_generic_nack',
  pli: 'psfb_pli',
  fir: 'psfb_fir',
  remb: 'psfb_afb',
  'transport-feedback': 'rtpfb_transport_wide',
  bye: 'bye',
}

function kindOf(packet: RtcpPacket): RtcpKind {
  if (packet.type !== 'other') return KIND_OF[packet.type]
  if (packet.packetType === RTCP_TYPE.sourceDescription) return 'sdes'
  return packet.packetType === EXTENDED_REPORT ? 'xr' : 'unknown'
}
