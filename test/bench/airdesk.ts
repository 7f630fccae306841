import { createRtmpChannel, listPlaylistUrls } from '../support/live-client.ts'
import { descendants } from '../support/processes.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Peer } from './peers.ts'
import { cpuSeconds, endedChildSeconds, peakMegabytes } from './processes.ts'

/** Pids of a running service's processes of one kind. */
export function workers(service: RunningService, name: 'ingest' | 'transcode'): number[] {
  return descendants(service.pid)
    .filter(({ command }) => command.includes(`${name}.js`))
    .map(({ pid }) => pid)
}

/**
 * A new channel of the running service as a peer: its ingest process, and the transcoders that ended. The
 * one that waits for the next broadcast is counted with that one.
 */
export async function airdeskChannel(service: RunningService, hls: readonly object[]): Promise<Peer> {
  const { channel_id, ingest_url } = await createRtmpChannel(service.ready, { hls })
  const [ingest = 0] = workers(service, 'ingest')
  await waitFor(() => workers(service, 'transcode').length > 0, 'the transcoder that waits')
  const used = () => cpuSeconds(ingest) + endedChildSeconds(service.pid)
  const before = used()
  let busy: number[] = []
  return {
    url: ingest_url,
    cpu: () => used() - before,
    peakMegabytes: () => {
      busy = workers(service, 'transcode')
      return Math.max(...busy.map(peakMegabytes))
    },
    finished: async () => {
      await waitFor(
        async () => (await listPlaylistUrls(service.ready, channel_id)).hls.length === 0,
        'the connection to end',
      )
      // The busiest one was this broadcast's; it ends when its last frame is out.
      const own = busy.length > 1 ? busy[0] : undefined
      if (own !== undefined)
        await waitFor(() => !workers(service, 'transcode').includes(own), 'its transcoder to end')
    },
    stop: () => undefined,
  }
}
