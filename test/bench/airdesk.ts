import { Agent, fetch } from 'undici'
import { readFileSync } from 'node:fs'
import { createRtmpChannel } from '../support/live-client.ts'
import { descendants } from '../support/processes.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Peer } from './peers.ts'

/** The media processes of a running service: everything but the idle spare transcoder's command line. */
export const mediaProcesses = (service: RunningService) =>
  descendants(service.pid).filter(({ command }) => /(ingest|transcode)\.js/.test(command))

/** A new channel of the running service, measured as a peer: its ingest and transcoder processes. */
export async function airdeskChannel(service: RunningService, hls: readonly object[]): Promise<Peer> {
  const { ingest_url, playlist_url } = await createRtmpChannel(service.ready, { hls })
  const dispatcher = new Agent({ connect: { ca: readFileSync(service.ready.ca_cert_file, 'utf8') } })
  return {
    url: ingest_url,
    pids: () => mediaProcesses(service).map(({ pid }) => pid),
    started: () =>
      waitFor(async () => (await fetch(playlist_url, { dispatcher })).ok, 'the first segment of Airdesk'),
    stop: () => void dispatcher.close(),
  }
}
