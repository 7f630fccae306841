/**
 * One round of the SFU benchmark: starts an SFU on the first core, loads it from the second, and prints what it
 * used. Argument: a RoundRequest as JSON. To be started on the second core (`taskset -c 1`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { MediaReceiver } from '../../support/webrtc/media-receiver.ts'
import { MediaSender } from '../../support/webrtc/media-sender.ts'
import { waitFor } from '../../support/wait-for.ts'
import { cpuSeconds, kernelSeconds, residentMegabytes } from '../processes.ts'
import type { Round, RoundRequest } from './round-types.ts'
import { startSfu } from './servers.ts'

const VIDEO_BPS = 1_500_000
const STEP_MS = 5
const FEEDBACK_MS = 50
/** Time for compilers and estimators to settle. */
const WARM_UP_MS = 4000
/** Receivers that connect at the same time. */
const TOGETHER = 8

const request = JSON.parse(process.argv[2] ?? '{}') as RoundRequest
const now = () => performance.now()
const server = await startSfu(request)

const senders: MediaSender[] = []
for (let i = 0; i < request.senders; i++) {
  const ssrcs = { audio: 1000 + i * 10, video: 1001 + i * 10, rtx: 1002 + i * 10 }
  const { client, mid, audioIsCounted } = await server.publish(ssrcs)
  senders.push(
    new MediaSender({
      client,
      audio: { mid: mid.audio, ssrc: ssrcs.audio },
      video: { mid: mid.video, ssrc: ssrcs.video },
      videoBps: VIDEO_BPS,
      audioIsCounted,
    }),
  )
}
setInterval(() => {
  for (const sender of senders) sender.advance(now(), Date.now())
}, STEP_MS)

const receivers: MediaReceiver[] = []
for (let i = 0; i < request.receivers; i += TOGETHER) {
  const count = Math.min(TOGETHER, request.receivers - i)
  const clients = await Promise.all(Array.from({ length: count }, () => server.subscribe()))
  receivers.push(...clients.map((client) => new MediaReceiver(client, now)))
}
setInterval(() => {
  for (const receiver of receivers) receiver.advance(now())
}, FEEDBACK_MS)
await waitFor(
  () => receivers.every(({ streams }) => streams === 2 * senders.length),
  'media of all senders at all receivers',
)
await delay(WARM_UP_MS)

const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)
const read = () => ({
  atMs: now(),
  cpu: cpuSeconds(server.pid),
  kernel: kernelSeconds(server.pid),
  own: process.cpuUsage(),
  sent: sum(senders, ({ sent }) => sent),
  received: sum(receivers, ({ packets }) => packets),
})
const before = read()
await delay(request.seconds * 1000)
const after = read()
const seconds = (after.atMs - before.atMs) / 1000
const own = after.own.user + after.own.system - before.own.user - before.own.system
const round: Round = {
  cpu: (after.cpu - before.cpu) / seconds,
  inKernel: (after.kernel - before.kernel) / (after.cpu - before.cpu),
  packetsPerSecond: (after.received - before.received) / seconds,
  delivered: (after.received - before.received) / ((after.sent - before.sent) * receivers.length),
  loadCpu: own / 1e6 / seconds,
  residentMegabytes: residentMegabytes(server.pid),
  keyFrameRequests: sum(senders, ({ heard }) => heard.keyFrameRequests),
  nacked: sum(senders, ({ heard }) => heard.nacked),
}
console.log(JSON.stringify(round))
await server.stop()
process.exit(0)
