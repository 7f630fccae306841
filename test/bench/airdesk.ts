import { existsSync } from 'node:fs'
import { createRtmpChannel, listPlaylistUrls } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Peer } from './peers.ts'
import { cpuSeconds, endedChildSeconds, peakMegabytes } from './processes.ts'

/**
 * A new channel of the running service as a peer: its ingest process, and the transcoder that waits for the
 * next broadcast, its own start included.
 * @param transcodes false where everything is passed through, so that the transcoder goes on waiting
 */
export async function airdeskChannel(
  service: RunningService,
  hls: readonly object[],
  transcodes: boolean,
): Promise<Peer> {
  const { channel_id, ingest_url } = await createRtmpChannel(service.ready, { hls })
  const [ingest = 0] = workerPids(service.pid, 'ingest')
  const [own] = await waitFor(() => {
    const waiting = workerPids(service.pid, 'transcode')
    return waiting.length === 1 ? waiting : null
  }, 'the one transcoder that waits')
  const used = () => cpuSeconds(ingest) + endedChildSeconds(service.pid)
  const before = used()
  return {
    url: ingest_url,
    cpu: () => used() - before,
    peakMegabytes: () => peakMegabytes(own ?? 0),
    finished: async () => {
      await waitFor(
        async () => (await listPlaylistUrls(service.ready, channel_id)).hls.length === 0,
        'the connection to end',
      )
      if (!transcodes) return
      // Gone from the list of processes, not only ended: then its time is among that of ended children.
      await waitFor(() => !existsSync(`/proc/${own ?? 0}`), 'its transcoder to end')
    },
    stop: () => undefined,
  }
}
