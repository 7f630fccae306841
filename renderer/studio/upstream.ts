/** The connection to the SFU that sends: opened, swapped under it, measured and closed. */
import { addressOf } from '../../service/contract/console/request.ts'
import { api } from '../api/client.ts'
import type { QualityFigures } from './quality.ts'
import { studioCodec } from './video-codec.ts'

export interface Upstream {
  readonly connectionId: string
  /** Sends another picture without a new connection. */
  swapVideo(track: MediaStreamTrack): Promise<void>
  limit(figures: QualityFigures): Promise<void>
  stats(): Promise<RTCStatsReport>
  close(): Promise<void>
}

interface Options {
  readonly channelId: string
  readonly stream: MediaStream
  readonly figures: QualityFigures
  /** Told once when the connection ends by itself, and whether the engine closed it; not after `close`. */
  readonly gone: (isClosedByEngine: boolean) => void
}

/** The SFU's signaling at the console's own address: the session's cookie opens it. */
const signalingAddress = () => location.origin.replace(/^http/, 'ws') + addressOf(api.signaling.connect)

/** @throws Error with the reason of the SFU when it refuses, and when no answer comes within 10 s */
export async function openUpstream({ channelId, stream, figures, gone }: Options): Promise<Upstream> {
  const { default: Sora } = await import('sora-js-sdk')
  const connection = Sora.connection(signalingAddress()).sendonly(channelId, undefined, {
    audio: true,
    video: true,
    videoCodecType: await studioCodec(),
    videoBitRate: Math.round(figures.bitRateBps / 1000),
    connectionTimeout: 10_000,
  })
  // Until it is open, its end is told by the error; once it was closed here, by nobody.
  let isOpen = false
  connection.on('disconnect', ({ type }) => {
    if (!isOpen) return
    isOpen = false
    gone(type === 'normal')
  })
  try {
    await connection.connect(stream)
    isOpen = true
  } catch (error) {
    await connection.disconnect().catch(() => undefined)
    throw error
  }
  const sender = () => connection.pc?.getSenders().find(({ track }) => track?.kind === 'video')
  const change = async (set: (parameters: RTCRtpSendParameters) => void) => {
    const video = sender()
    if (video === undefined) return
    const parameters = video.getParameters()
    set(parameters)
    await video.setParameters(parameters)
  }
  // The operator chose how large the picture is: a slow computer or network gets fewer of them, not smaller
  // ones. Of a connection that is gone by now `gone` tells.
  const sized = change((parameters) => {
    parameters.degradationPreference = 'maintain-resolution'
  }).catch(() => undefined)
  return {
    connectionId: connection.connectionId ?? '',
    swapVideo: async (track) => sender()?.replaceTrack(track),
    limit: async ({ bitRateBps }) => {
      await sized
      await change(({ encodings }) => {
        for (const encoding of encodings) encoding.maxBitrate = bitRateBps
      })
    },
    stats: async () => connection.pc?.getStats() ?? new Map(),
    close: async () => {
      isOpen = false
      await connection.disconnect()
    },
  }
}
