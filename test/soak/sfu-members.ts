/**
 * 50 native clients on one SFU process, in rooms where some send; then others join and leave, again and again,
 * with as many re-offers. Memory must stay flat and m-lines few.
 *
 *   node test/soak/sfu-members.ts --joins 2000 --minutes 5 --parallel 4 --every 30
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { residentMegabytes } from '../bench/processes.ts'
import { MediaReceiver } from '../support/webrtc/media-receiver.ts'
import { MediaSender } from '../support/webrtc/media-sender.ts'
import { SfuProcess } from '../support/webrtc/sfu-process.ts'
import type { SfuMember } from '../support/webrtc/sfu-process.ts'
import { waitFor } from '../support/wait-for.ts'
import { freePort } from '../support/free-port.ts'
import { inspectable } from './heap.ts'
import { MemoryWatch } from './memory-watch.ts'

const { values } = parseArgs({
  options: {
    joins: { type: 'string', default: '2000' },
    /** It goes on so long even when all joins are done. */
    minutes: { type: 'string', default: '5' },
    parallel: { type: 'string', default: '4' },
    /** Between two looks at the memory, s. */
    every: { type: 'string', default: '30' },
    /** File of the SFU process; what the build makes by default. */
    entry: { type: 'string' },
  },
})
const joins = Number(values.joins)
const parallel = Number(values.parallel)
const everyMs = Number(values.every) * 1000
const untilMs = performance.now() + Number(values.minutes) * 60_000

const ROOMS = 5
const SENDERS = 2
const RECEIVERS = 8
const MEMBERS = ROOMS * (SENDERS + RECEIVERS)
/** MB. */
const MOST_MEMORY = 150
const MOST_GROWTH = 10
const MOST_HEAP_GROWTH = 3
/** Of the samples, those while compilers and pools settle. */
const SETTLING = 0.3
const VIDEO_BPS = 300_000
const STEP_MS = 10
const FEEDBACK_MS = 50
const SETTLED_MS = 10_000

interface Attended {
  readonly member: SfuMember
  readonly receiver: MediaReceiver
  readonly sender: MediaSender | null
}

const now = () => performance.now()
const present = new Set<Attended>()
const failures = new Map<string, number>()
const fail = (why: string) => failures.set(why, (failures.get(why) ?? 0) + 1)
const inspectorPort = await freePort()
// The process has it from the start; this one does not.
Object.assign(process.env, inspectable(inspectorPort))
const sfu = await SfuProcess.start(values.entry === undefined ? {} : { entry: values.entry })
console.log(`0 connections: ${residentMegabytes(sfu.pid).toFixed(0)} MB`)
let isEnding = false
void sfu.ended.then(() => {
  if (isEnding) return
  console.error('the SFU process ended')
  process.exit(1)
})
let nextSsrc = 1000

/** Joins a room; what a sender sends begins at once. */
async function join(room: number, sends: boolean): Promise<Attended> {
  const ssrcs = { audio: nextSsrc++, video: nextSsrc++, rtx: nextSsrc++ }
  const member = await sfu.join({
    channelId: `room${room}`,
    role: sends ? 'sendrecv' : 'recvonly',
    ...(sends && { ssrcs }),
  })
  const { client, peer } = member
  peer.onLost = (cause) => {
    if (!isEnding) fail(`lost: ${cause}`)
  }
  const { audio = '', video = '' } = peer.mid
  const sender = sends
    ? new MediaSender({
        client,
        audio: { mid: audio, ssrc: ssrcs.audio },
        video: { mid: video, ssrc: ssrcs.video },
        videoBps: VIDEO_BPS,
        audioIsCounted: true,
      })
    : null
  const attended = { member, sender, receiver: new MediaReceiver(client, now) }
  present.add(attended)
  return attended
}

async function leave(attended: Attended): Promise<void> {
  present.delete(attended)
  await attended.member.leave()
}

setInterval(() => {
  for (const { sender } of present) sender?.advance(now(), Date.now())
}, STEP_MS)
setInterval(() => {
  for (const { receiver } of present) receiver.advance(now())
}, FEEDBACK_MS)

for (let room = 0; room < ROOMS; room++) {
  for (let i = 0; i < SENDERS + RECEIVERS; i++) await join(room, i < SENDERS)
}
const members = [...present]
const mostLines = () => Math.max(...members.map(({ member }) => member.peer.lines))
await waitFor(
  () =>
    members.every(
      ({ receiver, sender }) => receiver.streams >= 2 * (sender === null ? SENDERS : SENDERS - 1),
    ),
  'media of all senders at all members',
)
await delay(SETTLED_MS)
const atRest = residentMegabytes(sfu.pid)
console.log(`${MEMBERS} connections: ${atRest.toFixed(0)} MB, at most ${mostLines()} m-lines`)
const memory = await MemoryWatch.start(sfu.pid, inspectorPort, everyMs)

/** Members that come, get media, and go. */
let joined = 0
let lines = 0
async function visit(): Promise<void> {
  const number = joined++
  try {
    const visitor = await join(number % ROOMS, number % 2 === 0)
    try {
      await waitFor(() => visitor.receiver.packets > 0, 'media for a member that has just come')
    } finally {
      await leave(visitor)
    }
  } catch (error) {
    fail((error as Error).message)
  }
  lines = Math.max(lines, mostLines())
}
const begun = now()
async function visits(): Promise<void> {
  while (joined < joins || now() < untilMs) await visit()
}
await Promise.all(Array.from({ length: parallel }, visits))
const seconds = (now() - begun) / 1000
await delay(SETTLED_MS)
await memory.sample()
memory.stop()
console.log(`${joined} joins and leaves in ${seconds.toFixed(0)} s, at most ${lines} m-lines`)
const growth = memory.growth('resident', SETTLING)
const heapGrowth = memory.growth('heap', SETTLING)
console.log(memory.describe())
console.log(
  `${sfu.connections} connections left; grown on the fitted line: ${growth.toFixed(1)} MB, heap ${heapGrowth.toFixed(1)} MB`,
)

const mostLinesAllowed = 2 * (SENDERS + parallel)
if (lines > mostLinesAllowed) fail(`more than ${mostLinesAllowed} m-lines`)
if (sfu.connections !== MEMBERS) fail(`${sfu.connections} connections are left, not ${MEMBERS}`)
if (atRest > MOST_MEMORY) fail(`more than ${MOST_MEMORY} MB with ${MEMBERS} connections`)
if (growth > MOST_GROWTH) fail(`memory grows: ${growth.toFixed(1)} MB`)
if (heapGrowth > MOST_HEAP_GROWTH) fail(`the heap grows: ${heapGrowth.toFixed(1)} MB`)
isEnding = true
await sfu.stop()
for (const [failure, count] of failures) console.error(`${count} × ${failure}`)
console.log(failures.size === 0 ? 'no failure' : 'there were failures')
// Native threads of clients need not be waited for.
process.exit(failures.size === 0 ? 0 : 1)
