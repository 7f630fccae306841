/**
 * One round of rooms over several SFU processes, which have the first core to themselves. Argument: a
 * SpreadRequest as JSON. To be started on the second core (`taskset -c 1`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '../../support/wait-for.ts'
import { MediaReceiver } from '../../support/webrtc/media-receiver.ts'
import { MediaSender } from '../../support/webrtc/media-sender.ts'
import { SfuProcess } from '../../support/webrtc/sfu-process.ts'
import { cpuSeconds } from '../processes.ts'
import { Awake } from './awake.ts'
import { CountedPath } from './counted-path.ts'
import { pin } from './servers.ts'
import type { SpreadRequest, SpreadRound } from './spread-types.ts'

/** Little, so that the load generator keeps up: what a packet costs hardly depends on its size. */
const VIDEO_BPS = 100_000
const STEP_MS = 10
const FEEDBACK_MS = 100
const WARM_UP_MS = 4000
const PATIENCE_MS = 60_000

const request = JSON.parse(process.argv[2] ?? '{}') as SpreadRequest
const now = () => performance.now()
const servers: SfuProcess[] = []
for (let i = 0; i < request.processes; i++) {
  const { entry } = request
  servers.push(await SfuProcess.start({ pin, ...(entry !== undefined && { entry }) }))
}

const awake = new Awake()
const senders: MediaSender[] = []
const receivers: { readonly receiver: MediaReceiver; readonly streams: number }[] = []
let lastSsrc = 1000

async function join(server: SfuProcess, channelId: string, sends: boolean): Promise<void> {
  const ssrcs = { audio: ++lastSsrc, video: ++lastSsrc, rtx: ++lastSsrc }
  const role = sends ? 'sendrecv' : 'recvonly'
  const path = await CountedPath.open(awake.works)
  const { client, peer } = await server.join({ channelId, role, ...(sends && { ssrcs }) }, path)
  const others = request.senders - (sends ? 1 : 0)
  receivers.push({ receiver: new MediaReceiver(path.receiving(client), now), streams: 2 * others })
  if (!sends) return
  const { audio = '', video = '' } = peer.mid
  senders.push(
    new MediaSender({
      ...{ client, videoBps: VIDEO_BPS, audioIsCounted: true },
      audio: { mid: audio, ssrc: ssrcs.audio },
      video: { mid: video, ssrc: ssrcs.video },
    }),
  )
}

/** The processes hand on what is sent, each to each. */
async function share(channelId: string): Promise<void> {
  for (const [i, other] of servers.entries()) {
    for (const [j, server] of servers.slice(0, i).entries()) await server.share(channelId, other, j === 0)
  }
}

for (let room = 0; room < request.rooms; room++) {
  const channelId = `room ${room}`
  if (request.isShared) await share(channelId)
  for (let i = 0; i < request.members; i++) {
    const server = servers[(request.isShared ? i : room) % servers.length]
    if (server) await join(server, channelId, i < request.senders)
  }
}
setInterval(() => {
  awake.works()
  for (const sender of senders) sender.advance(now() * request.pace, Date.now())
}, STEP_MS)
setInterval(() => {
  awake.works()
  for (const { receiver } of receivers) receiver.advance(now())
}, FEEDBACK_MS)
await waitFor(
  () => receivers.every(({ receiver, streams }) => receiver.streams >= streams),
  'media of all others at each',
  PATIENCE_MS,
)
awake.start()
await delay(WARM_UP_MS)

const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)
const read = () => ({
  atMs: now(),
  cpu: servers.map(({ pid }) => cpuSeconds(pid)),
  busyMs: awake.busyMs,
  sent: sum(senders, ({ sent }) => sent),
  received: sum(receivers, ({ receiver }) => receiver.packets),
})
const before = read()
await delay(request.seconds * 1000)
const after = read()
const seconds = (after.atMs - before.atMs) / 1000
const round: SpreadRound = {
  cpu: after.cpu.map((used, i) => (used - (before.cpu[i] ?? 0)) / seconds),
  packetsPerSecond: (after.received - before.received) / seconds,
  delivered: (after.received - before.received) / ((after.sent - before.sent) * (request.members - 1)),
  loadBusy: (after.busyMs - before.busyMs) / 1000 / seconds,
}
console.log(JSON.stringify(round))
await Promise.all(servers.map((server) => server.stop()))
process.exit(0)
