/** A native client that makes the offer itself, as SFUs other than ours want it: it sends Opus and VP8. */
import { Audio, PeerConnection, Video } from 'node-datachannel'
import type { Track } from 'node-datachannel'
import {
  audioExtensions,
  audioFormat,
  videoExtensions,
  videoFormat,
} from '../../../service/media/sfu/negotiation/formats.ts'
import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../../service/protocol/rtp/payload-types.ts'
import { waitFor } from '../wait-for.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'

export const PUBLISHER_MIDS = { audio: 'audio_0', video: 'video_0' } as const

export interface PublisherOptions {
  readonly audioSsrc: number
  readonly videoSsrc: number
  readonly rtxSsrc: number
  /** Hands the offer over and gives the answer. */
  readonly exchange: (offerSdp: string) => Promise<string>
}

/** libdatachannel closes whatever JavaScript has lost. */
const live = new Set<object>()

/** Resolves when media can be sent. */
export async function connectNativePublisher(
  options: PublisherOptions,
): Promise<Pick<NativeClient, 'send' | 'onMessage' | 'close'>> {
  const { audioSsrc, videoSsrc, rtxSsrc } = options
  const connection = new PeerConnection('publisher', { iceServers: [], disableAutoNegotiation: true })
  const audio = new Audio(PUBLISHER_MIDS.audio, 'SendOnly')
  const audioLines = [...audioFormat({}, null), ...audioExtensions()]
  for (const line of audioLines) audio.parseSdpLine(line)
  audio.addSSRC(audioSsrc, 'publisher')
  const video = new Video(PUBLISHER_MIDS.video, 'SendOnly')
  for (const line of [...videoFormat('VP8'), ...videoExtensions('VP8', { simulcast: false, upright: false })])
    video.parseSdpLine(line)
  video.parseSdpLine(`a=ssrc-group:FID ${videoSsrc} ${rtxSsrc}`)
  video.addSSRC(videoSsrc, 'publisher')
  video.addSSRC(rtxSsrc, 'publisher')
  const tracks = new Map<string, Track>([
    [PUBLISHER_MIDS.audio, connection.addTrack(audio)],
    [PUBLISHER_MIDS.video, connection.addTrack(video)],
  ])
  const held = { connection, tracks }
  live.add(held)
  connection.setLocalDescription('offer')
  const offer = await waitFor(
    () => connection.gatheringState() === 'complete' && connection.localDescription()?.sdp,
    'the offer',
  )
  connection.setRemoteDescription(await options.exchange(withFormats(offer)), 'answer')
  await waitFor(() => [...tracks.values()].every((track) => track.isOpen()), 'the publisher to open')
  return {
    send: (packet, mid = PUBLISHER_MIDS.video) => {
      const track = tracks.get(mid)
      return track?.isOpen() === true && track.sendMessageBinary(packet as Buffer)
    },
    onMessage: (listener) => {
      for (const [mid, track] of tracks) track.onMessage((packet) => listener(packet, mid))
    },
    close: () => {
      live.delete(held)
      connection.close()
    },
  }
}

/** libdatachannel forgets the payload types in `m=` where it was given them as lines. */
function withFormats(sdp: string): string {
  const { media, rtx } = VIDEO_PAYLOAD_TYPES.VP8
  return sdp
    .replace(/^(m=audio \S+ \S+) *\r?$/m, `$1 ${OPUS_PAYLOAD_TYPE}\r`)
    .replace(/^(m=video \S+ \S+) *\r?$/m, `$1 ${media} ${rtx}\r`)
}
