/** Impaired paths of a real SFU process, with native clients: those that a fault names, and no others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FaultInput } from '../../service/contract/faults.ts'
import { MediaReceiver } from '../support/webrtc/media-receiver.ts'
import { MediaSender } from '../support/webrtc/media-sender.ts'
import { SfuProcess } from '../support/webrtc/sfu-process.ts'
import type { SfuMember } from '../support/webrtc/sfu-process.ts'
import { waitFor } from '../support/wait-for.ts'

const SSRCS = { audio: 1001, video: 1002, rtx: 1003 }
const PATIENCE = 60_000

let sfu: SfuProcess
let sender: MediaSender
const receivers: { readonly member: SfuMember; readonly media: MediaReceiver }[] = []
let timer: NodeJS.Timeout

beforeAll(async () => {
  sfu = await SfuProcess.start({ emulated: true })
  const sends = await sfu.join({ channelId: 'ROOM', role: 'sendonly', ssrcs: SSRCS })
  const { audio = '', video = '' } = sends.peer.mid
  sender = new MediaSender({
    ...{ client: sends.client, videoBps: 500_000, audioIsCounted: true },
    audio: { mid: audio, ssrc: SSRCS.audio },
    video: { mid: video, ssrc: SSRCS.video },
  })
  for (let i = 0; i < 2; i++) {
    const member = await sfu.join({ channelId: 'ROOM', role: 'recvonly' })
    receivers.push({ member, media: new MediaReceiver(member.client, () => performance.now()) })
  }
  timer = setInterval(() => {
    const now = performance.now()
    sender.advance(now, Date.now())
    for (const { media } of receivers) media.advance(now)
  }, 5)
  await waitFor(() => receivers.every(({ media }) => media.packets > 100), 'media', PATIENCE)
}, PATIENCE)
afterAll(async () => {
  clearInterval(timer)
  for (const { member } of receivers) await member.leave()
  await sfu.stop()
}, PATIENCE)

const toClient = (connectionId: string, effect: object): FaultInput => ({
  ...{ id: 'path', at: 'webrtc', match: { connectionId, direction: 'to-client' } },
  effect: { kind: 'impair', ...effect },
})
const counts = () => receivers.map(({ media }) => media.packets)
/** Packets that each got until the sender has sent so many more. */
async function during(packets: number): Promise<number[]> {
  const [before, sentBefore] = [counts(), sender.sent]
  await waitFor(() => sender.sent - sentBefore >= packets, `${packets} packets`, PATIENCE)
  return counts().map((count, i) => count - (before[i] ?? 0))
}

/** Waits until each got so many more: who lost everything is given more again step by step. */
async function gets(packets: number): Promise<void> {
  const before = counts()
  const more = () => counts().every((count, i) => count - (before[i] ?? 0) >= packets)
  await waitFor(more, `${packets} packets at each`, PATIENCE)
}

it(
  'loses all of one receiver, whose connection stays; the other one gets all, and both when it is over',
  async () => {
    const [named] = receivers
    if (!named) throw new Error('There is no receiver.')
    await sfu.arm([toClient(named.member.peer.connectionId, { loss: 1 })])
    const [lost = NaN, whole = NaN] = await during(500)
    // What was on its way when it was armed.
    expect(lost).toBeLessThan(50)
    expect(whole).toBeGreaterThan(400)
    expect(sfu.hits.get('path')).toBeGreaterThan(400)
    await sfu.arm([])
    await gets(400)
  },
  PATIENCE,
)

it(
  'lets no more than its rate pass',
  async () => {
    const [named] = receivers
    if (!named) throw new Error('There is no receiver.')
    await sfu.arm([toClient(named.member.peer.connectionId, { rateBps: 100_000 })])
    await during(200)
    const [bytes, from] = [named.media.bytes, performance.now()]
    await during(1000)
    const bps = ((named.media.bytes - bytes) * 8000) / (performance.now() - from)
    expect(bps).toBeLessThan(120_000)
    expect(bps).toBeGreaterThan(20_000)
    await sfu.arm([])
  },
  PATIENCE,
)

it(
  'from the client: the room gets nothing of a sender that the fault names, and all when it is over',
  async () => {
    await sfu.arm([
      {
        id: 'up',
        at: 'webrtc',
        match: { direction: 'from-client', channelId: 'ROOM' },
        effect: { kind: 'impair', loss: 1 },
      },
    ])
    expect(Math.max(...(await during(500)))).toBeLessThan(50)
    await sfu.arm([])
    await gets(400)
  },
  PATIENCE,
)
