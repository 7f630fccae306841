/**
 * One round of rooms of four over several SFU processes, which have the first core to themselves. Argument: a
 * SpreadRequest as JSON. To be started on the second core (`taskset -c 1`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '../../support/wait-for.ts'
import { MediaReceiver } from '../../support/webrtc/media-receiver.ts'
import { MediaSender } from '../../support/webrtc/media-sender.ts'
import { SfuProcess } from '../../support/webrtc/sfu-process.ts'
import { cpuSeconds } from '../processes.ts'
import { pin } from './servers.ts'
import type { SpreadRequest, SpreadRound } from './spread-types.ts'

const MEMBERS = 4
/** Little, so that the load generator keeps up: what a packet costs hardly depends on its size. */
const VIDEO_BPS = 100_000
const STEP_MS = 10
const FEEDBACK_MS = 100
const WARM_UP_MS = 4000
const PATIENCE_MS = 60_000

const request = JSON.parse(process.argv[2] ?? '{}') as SpreadRequest
const now = () => performance.now()
const servers: SfuProcess[] = []
for (let i = 0; i < request.processes; i++) servers.push(await SfuProcess.start({ pin }))

const senders: MediaSender[] = []
const receivers: MediaReceiver[] = []
let lastSsrc = 1000

async function join(server: SfuProcess, channelId: string): Promise<void> {
  const ssrcs = { audio: ++lastSsrc, video: ++lastSsrc, rtx: ++lastSsrc }
  const { client, peer } = await server.join({ channelId, role: 'sendrecv', ssrcs })
  const { audio = '', video = '' } = peer.mid
  receivers.push(new MediaReceiver(client, now))
  senders.push(
    new MediaSender({
      ...{ client, videoBps: VIDEO_BPS, audioIsCounted: true },
      audio: { mid: audio, ssrc: ssrcs.audio },
      video: { mid: video, ssrc: ssrcs.video },
    }),
  )
}
for (let room = 0; room < request.rooms; room++) {
  const server = servers[room % servers.length]
  for (let i = 0; server && i < MEMBERS; i++) await join(server, `room ${room}`)
}
setInterval(() => {
  for (const sender of senders) sender.advance(now(), Date.now())
}, STEP_MS)
setInterval(() => {
  for (const receiver of receivers) receiver.advance(now())
}, FEEDBACK_MS)
await waitFor(
  () => receivers.every(({ streams }) => streams >= 2 * (MEMBERS - 1)),
  'media of all others at each',
  PATIENCE_MS,
)
await delay(WARM_UP_MS)

const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)
const read = () => ({
  atMs: now(),
  cpu: servers.map(({ pid }) => cpuSeconds(pid)),
  own: process.cpuUsage(),
  sent: sum(senders, ({ sent }) => sent),
  received: sum(receivers, ({ packets }) => packets),
})
const before = read()
await delay(request.seconds * 1000)
const after = read()
const seconds = (after.atMs - before.atMs) / 1000
const own = after.own.user + after.own.system - before.own.user - before.own.system
const round: SpreadRound = {
  cpu: after.cpu.map((used, i) => (used - (before.cpu[i] ?? 0)) / seconds),
  packetsPerSecond: (after.received - before.received) / seconds,
  delivered: (after.received - before.received) / ((after.sent - before.sent) * (MEMBERS - 1)),
  loadCpu: own / 1e6 / seconds,
}
console.log(JSON.stringify(round))
await Promise.all(servers.map((server) => server.stop()))
process.exit(0)
