import type { ChannelId, ConnectionId } from '../../../service/contract/ids.ts'
import type { SfuOpen } from '../../../service/contract/sfu-worker.ts'
import { createCertificate } from '../../../service/media/sfu/transport/certificate.ts'
import { IcePort } from '../../../service/media/sfu/transport/ice-port.ts'
import { Sfu } from '../../../service/media/sfu/sfu.ts'
import type { SfuControlLink } from '../../../service/media/sfu/sfu.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import { createLogger } from '../../../service/platform/logger.ts'
import { Rpc } from '../../../service/platform/rpc.ts'
import { OPUS_PAYLOAD_TYPE } from '../../../service/protocol/rtp/payload-types.ts'
import { waitFor } from '../../support/wait-for.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { rtpPacket } from '../../support/webrtc/packets.ts'
import { CAPABILITIES } from './captured-sdp.ts'

const LOOPBACK = { bindAddress: '127.0.0.1', announced: ['127.0.0.1'], port: 0 }
const SSRC = { audio: 11, video: 12 }

/** Everything that an SFU process has, in this one, with two clients beside who do no harm. */
export interface SfuHere {
  readonly sfu: Sfu
  readonly port: number
  /** Sends sound from one of the two to the other. @throws where it does not arrive */
  check(): Promise<void>
  stop(): void
}

export async function startSfuHere(): Promise<SfuHere> {
  const opened = new Set<string>()
  const control: SfuControlLink = Rpc.connect(
    {
      post: (message) => {
        if (message.kind !== 'notification' || message.name !== 'connection.opened') return
        opened.add((message.body as { connectionId: ConnectionId }).connectionId)
      },
      onMessage: () => undefined,
      onClose: () => undefined,
    },
    {},
  )
  const port = IcePort.open(LOOPBACK)
  const logger = createLogger('silent')
  const certificate = await createCertificate()
  const sfu = new Sfu({ ports: [port], certificate, control, clock: systemClock, logger })

  async function join(connectionId: string, role: 'sendonly' | 'recvonly'): Promise<NativeClient> {
    const asked = openOf({ connectionId, channelId: 'BESIDE', role })
    const { sdp, mid } = sfu.open(asked)
    const { audio = '', video = '' } = mid
    const sends = role === 'sendonly' && { [audio]: { ssrc: SSRC.audio }, [video]: { ssrc: SSRC.video } }
    const client = await connectNativeClient({ offerSdp: sdp, ...(sends && { sends }) })
    sfu.answer(asked.connectionId, client.answerSdp)
    await client.opened
    await waitFor(() => opened.has(connectionId), `${connectionId} to be connected`)
    return client
  }

  const sender = await join('BESIDESENDER', 'sendonly')
  const receiver = await join('BESIDERECEIVER', 'recvonly')
  let arrived = 0
  receiver.onMessage(() => void arrived++)
  let number = 0
  const check = async () => {
    const before = arrived
    await waitFor(() => {
      number++
      const head = { payloadType: OPUS_PAYLOAD_TYPE, ssrc: SSRC.audio, mid: 'audio_0' }
      sender.send(
        rtpPacket({
          ...head,
          sequenceNumber: number,
          timestamp: number * 960,
          payload: Buffer.from('sound'),
        }),
      )
      return arrived > before
    }, 'sound of one who does no harm')
  }
  await check()
  return {
    sfu,
    port: port.port,
    check,
    stop: () => {
      sfu.stop()
      sender.close()
      receiver.close()
    },
  }
}

/** A connection that is about to be, as control asks for it. */
export function openOf({
  connectionId,
  channelId,
  ...change
}: Partial<Omit<SfuOpen, 'connectionId' | 'channelId'>> & {
  connectionId: string
  channelId: string
}): SfuOpen {
  return {
    connectionId: connectionId as ConnectionId,
    channelId: channelId as ChannelId,
    clientId: connectionId,
    bundleId: connectionId,
    role: 'sendrecv',
    remoteAddress: '127.0.0.1',
    capabilities: CAPABILITIES,
    audio: { bitRate: null, opus: {} },
    video: { codec: 'VP8', bitRate: null, upright: false },
    layers: null,
    wanted: null,
    spotlight: null,
    filters: [],
    ...change,
  }
}
