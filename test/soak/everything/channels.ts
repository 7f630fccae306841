/** Channels on air all the time, each with an encoder that comes back whenever it is cut off. */
import { CONSOLE_API } from '../../../service/contract/console/index.ts'
import type { ChannelId } from '../../../service/contract/ids.ts'
import { signIn } from '../../support/console-client.ts'
import { makeFlv } from '../../support/ffmpeg.ts'
import { keepPublishing } from '../../support/kept-encoder.ts'
import type { KeptEncoder } from '../../support/kept-encoder.ts'
import { callLive, createRtmpChannel } from '../../support/live-client.ts'
import type { ArchiveTarget } from '../../support/storage/archive-targets.ts'
import type { KeptService } from './kept-service.ts'

const FPS = 25
const SOURCE = { seconds: 64, size: '640x360', fps: FPS, videoBps: 500_000, gopSeconds: 2 }
const PASSED = {
  ...{ durationSeconds: 2, startTimeOffset: -6 },
  video: { width: 640, height: 360, fps: FPS, bps: 700_000 },
  audio: { bps: 96_000 },
}
const SMALL = {
  ...{ durationSeconds: 2, startTimeOffset: -6 },
  video: { width: 284, height: 160, fps: FPS, bps: 100_000 },
  audio: { bps: 64_000 },
}

export interface OnAir {
  readonly id: ChannelId
  readonly name: 'passed through' | 'transcoded' | 'low latency'
  readonly isArchived: boolean
  readonly encoder: KeptEncoder
}

/** @param event_webhook_url of each */
export async function putOnAir(
  service: KeptService,
  target: ArchiveTarget,
  event_webhook_url: string,
): Promise<readonly OnAir[]> {
  const { ready } = service
  const destination = 'Service_20190205.CreateArchiveDestination'
  const archive = await callLive(ready, destination, target.request)
  const flv = await makeFlv(SOURCE)
  const make = async (name: OnAir['name'], rendition: object, isLowLatency = false): Promise<OnAir> => {
    const made = await createRtmpChannel(ready, { hls: [rendition], event_webhook_url })
    const id = made.channel_id as ChannelId
    if (isLowLatency) {
      const client = await signIn(ready, ready)
      await client.done(CONSOLE_API.lowLatency.change, { params: { id }, body: { mode: 'on' } })
    }
    const encoder = keepPublishing(() => `${service.ready.rtmp_base_url}/${id}`, flv)
    return { id, name, isArchived: 'archive' in rendition, encoder }
  }
  return [
    await make('passed through', { ...PASSED, archive }),
    await make('transcoded', { ...SMALL, archive }),
    await make('low latency', PASSED, true),
  ]
}
