/** Several SFU processes of one environment: channels that are apart, and one that is killed under its clients. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { WebrtcClients } from '../../service/kit/webrtc/clients.ts'
import type { WebrtcClient } from '../../service/kit/webrtc/clients.ts'
import type { ConnectMembers } from '../../service/kit/webrtc/messages.ts'
import { signIn } from '../support/console-client.ts'
import { callLive } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const RENDITION = { durationSeconds: 1, startTimeOffset: -1, audio: { bps: 96_000 } }
const PATIENCE = 60_000
/** Of the receivers on the channel that goes on. */
const RECEIVERS = 3

let service: RunningService
let clients: WebrtcClients

beforeAll(async () => {
  service = await startService({ args: ['--sfu-processes', '2'] })
  clients = new WebrtcClients()
})
afterAll(async () => {
  clients.close()
  await service.stop()
})

/** Process ids, in the order of their starts. */
const processes = () => workerPids(service.pid, 'sfu')

const join = (channelId: string, role: ConnectMembers['role']) =>
  clients.open({
    ...{ url: service.ready.signaling_url, caCertFile: service.ready.ca_cert_file, channelId },
    connect: { role },
  })

async function channel(): Promise<string> {
  const settings = { auth_webhook_url: '', event_webhook_url: '' }
  const target = 'Service_20200316.CreateMultistreamChannel'
  return (await callLive(service.ready, target, settings)).channel_id
}

/** Waits until so much more has come. */
async function receives(client: WebrtcClient, packets: number): Promise<void> {
  const { receivedPackets: before } = await client.counts()
  const more = async () => (await client.counts()).receivedPackets - before >= packets
  await waitFor(more, `${packets} packets`, PATIENCE)
}

it('two channels are in two processes, and one that is killed leaves the other channel whole', async () => {
  const { ready } = service
  const first = await channel()
  const sender = await join(first, 'sendonly')
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => join(first, 'recvonly')))
  expect(processes()).toHaveLength(1)

  const withHls = 'Service_20200316.CreateMultistreamChannelWithHLS'
  const settings = { hls: [RENDITION], encrypt_key_uri: '', auth_webhook_url: '', event_webhook_url: '' }
  const { channel_id: second } = await callLive(ready, withHls, settings)
  const apart = await join(second, 'sendonly')
  const watching = await join(second, 'recvonly')
  await receives(watching, 50)
  const [stays = 0, dies = 0] = processes()
  expect(processes(), service.output()).toHaveLength(2)

  const listed = async () =>
    (await callLive(ready, 'Service_20200207.ListPlaylistURLs', { channel_id: second })).hls
  await waitFor(async () => (await listed()).length === 1, 'the playlist of the second channel', PATIENCE)

  const console = await signIn(ready, ready)
  const { ports } = await console.done(CONSOLE_API.setup.ports)
  const port = ports.find(({ name }) => name === 'sfu')?.running
  const possible = ready.webrtc_udp_ports.split(',').map(Number)
  expect(possible).toContain(port)
  expect(possible).toContain((port ?? 0) + 2)
  const { processes: shown } = await console.done(CONSOLE_API.load.read)
  expect(new Set(shown.flatMap(({ name, pid }) => (name === 'sfu' ? [pid] : [])))).toEqual(
    new Set([stays, dies]),
  )

  const sentBefore = (await sender.counts()).sentPackets
  const before = await Promise.all(receivers.map(async (one) => (await one.counts()).receivedPackets))
  process.kill(dies, 'SIGKILL')
  expect(await Promise.all([apart.ended, watching.ended])).toEqual(
    Array(2).fill({ code: 4490, reason: 'SFU-LOST' }),
  )
  await waitFor(async () => (await listed()).length === 0, 'the end of the playlist', PATIENCE)

  // Whoever comes back is in a process of its own again.
  const again = await join(second, 'sendonly')
  const watchingAgain = await join(second, 'recvonly')
  await receives(watchingAgain, 50)
  expect(processes()).toHaveLength(2)
  expect(processes()).toContain(stays)
  expect(processes()).not.toContain(dies)

  // Meanwhile nothing was missing on the first: what was sent came. What is only on its way comes yet, what was lost
  // goes on missing.
  const sentSince = async () => (await sender.counts()).sentPackets - sentBefore
  const sent = await sentSince()
  for (const [i, one] of receivers.entries()) {
    const missing = async () => {
      const all = await sentSince()
      return all - ((await one.counts()).receivedPackets - (before[i] ?? 0))
    }
    await waitFor(async () => (await missing()) < sent * 0.1, 'what was sent', PATIENCE)
    await receives(one, 50)
  }
  await Promise.all([sender, again, watchingAgain, ...receivers].map((one) => one.stop()))
})
