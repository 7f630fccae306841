/** Runs in the browser: one connection that sends the camera, one that receives. No signaling is in it. */

export interface LossStats {
  readonly atMs: number
  readonly sentBytes: number
  readonly framesDecoded: number
  readonly freezes: number
  readonly freezeSeconds: number
  readonly lost: number
  readonly width: number
}

type Name = 'sender' | 'receiver'

const connections = new Map<Name, RTCPeerConnection>()
const MAX_BIT_RATE = 1_500_000

function connection(name: Name): RTCPeerConnection {
  const known = connections.get(name)
  if (known) return known
  const created = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  created.ontrack = ({ track }) => {
    const element = document.createElement(track.kind === 'video' ? 'video' : 'audio')
    element.autoplay = true
    element.muted = true
    element.srcObject = new MediaStream([track])
    document.body.append(element)
  }
  connections.set(name, created)
  return created
}

const camera = navigator.mediaDevices.getUserMedia({
  audio: true,
  video: { width: { exact: 640 }, height: { exact: 360 }, frameRate: 30 },
})

async function limit(sender: RTCRtpSender): Promise<void> {
  const parameters = sender.getParameters()
  for (const encoding of parameters.encodings) encoding.maxBitrate = MAX_BIT_RATE
  await sender.setParameters(parameters)
}

const api = {
  /** Offers to send camera and microphone, with VP8 before all others. */
  async offer(name: Name): Promise<string> {
    const one = connection(name)
    for (const track of (await camera).getTracks()) {
      const transceiver = one.addTransceiver(track, { direction: 'sendonly' })
      if (track.kind !== 'video') continue
      const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? []
      transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => /vp8|rtx/i.test(mimeType)))
    }
    await one.setLocalDescription()
    return one.localDescription?.sdp ?? ''
  },

  async accept(name: Name, sdp: string): Promise<void> {
    const one = connection(name)
    await one.setRemoteDescription({ type: 'answer', sdp })
    for (const sender of one.getSenders()) if (sender.track?.kind === 'video') await limit(sender)
  },

  /** Answers an offer; where it asks for media, camera and microphone are sent. */
  async answer(name: Name, sdp: string): Promise<string> {
    const one = connection(name)
    await one.setRemoteDescription({ type: 'offer', sdp })
    if (name === 'sender') {
      for (const transceiver of one.getTransceivers()) {
        const { kind } = transceiver.receiver.track
        const track = (await camera).getTracks().find((each) => each.kind === kind) ?? null
        transceiver.direction = 'sendonly'
        await transceiver.sender.replaceTrack(track)
      }
    }
    await one.setLocalDescription()
    for (const sender of one.getSenders()) if (sender.track?.kind === 'video') await limit(sender)
    return one.localDescription?.sdp ?? ''
  },

  async stats(): Promise<LossStats> {
    const outbound = await video('sender', 'outbound-rtp')
    const inbound = await video('receiver', 'inbound-rtp')
    const number = (value: unknown) => (typeof value === 'number' ? value : 0)
    return {
      atMs: performance.now(),
      sentBytes: number(outbound['bytesSent']) + number(outbound['headerBytesSent']),
      framesDecoded: number(inbound['framesDecoded']),
      freezes: number(inbound['freezeCount']),
      freezeSeconds: number(inbound['totalFreezesDuration']),
      lost: number(inbound['packetsLost']),
      width: number(inbound['frameWidth']),
    }
  },
}

async function video(name: Name, type: string): Promise<Record<string, unknown>> {
  const report = await connection(name).getStats()
  for (const stats of report.values() as Iterable<Record<string, unknown>>) {
    if (stats['type'] === type && stats['kind'] === 'video') return stats
  }
  return {}
}

export type LossPage = typeof api

declare global {
  interface Window {
    peers: LossPage
  }
}
window.peers = api
