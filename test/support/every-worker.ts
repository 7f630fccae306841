/** Has a running service start each of its media processes. */
import { WORKER_NAMES } from '../../service/contract/host-protocol.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { signIn } from './console-client.ts'
import { createRtmpChannel } from './live-client.ts'
import type { ProcessEntry } from './processes.ts'
import type { Ready } from './service.ts'
import { waitFor } from './wait-for.ts'

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: -1,
  video: { width: 320, height: 180, fps: 25, bps: 300_000 },
  audio: { bps: 64_000 },
}

/** A test picture on air, transcoded, looked at; the archive process, and the SFU processes of both environments. */
export async function startEveryWorker(ready: Ready): Promise<void> {
  const console = await signIn(ready, ready)
  const { channel_id } = await createRtmpChannel(ready, { hls: [RENDITION] })
  await console.done(CONSOLE_API.channels.startTestPicture, { params: { id: channel_id } })
  await console.done(CONSOLE_API.installation.restartVerification)
  const { bucketUri } = await console.done(CONSOLE_API.destinations.localFolder)
  await console.done(CONSOLE_API.destinations.beginTest, { body: { bucket_uri: bucketUri } })
  const picture = () => console.status(CONSOLE_API.channels.picture, { params: { id: channel_id } })
  await waitFor(async () => (await picture()) === 200, 'a small picture of the channel', 90_000)
}

/** Names of the media processes among these, each once. */
export function workersAmong(processes: readonly ProcessEntry[]): string[] {
  return WORKER_NAMES.filter((name) => processes.some(({ command }) => command.includes(`${name}.js`)))
}
