/** One channel in several SFU processes, which hand what is sent on to each other. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FilterRule } from '../../service/contract/forwarding-filters.ts'
import type { ChannelId } from '../../service/contract/ids.ts'
import { spotlightStats } from '../../service/contract/sfu-stats.ts'
import { MediaReceiver } from '../support/webrtc/media-receiver.ts'
import { MediaSender } from '../support/webrtc/media-sender.ts'
import { SfuProcess } from '../support/webrtc/sfu-process.ts'
import type { TrackFilter } from '../../service/contract/sfu-worker.ts'
import type { SfuMember } from '../support/webrtc/sfu-process.ts'
import { waitFor } from '../support/wait-for.ts'

const channelId = 'spread' as ChannelId
const STEP_MS = 10
const now = () => performance.now()

let home: SfuProcess
let other: SfuProcess
let started: SfuProcess[]
let senders: MediaSender[]
let receivers: MediaReceiver[]
let timer: NodeJS.Timeout
let lastSsrc = 1000

const startSfu = async () => {
  const sfu = await SfuProcess.start()
  started.push(sfu)
  return sfu
}

beforeEach(async () => {
  ;[started, senders, receivers] = [[], [], []]
  home = await startSfu()
  other = await startSfu()
  timer = setInterval(() => {
    for (const sender of senders) sender.advance(now(), Date.now())
    for (const receiver of receivers) receiver.advance(now())
  }, STEP_MS)
})
afterEach(async () => {
  clearInterval(timer)
  await Promise.all(started.map((sfu) => sfu.stop()))
})

/** A client that sends and receives. */
async function join(sfu: SfuProcess, spotlight = false, clientId = 'client') {
  const ssrcs = { audio: ++lastSsrc, video: ++lastSsrc, rtx: ++lastSsrc }
  const member = await sfu.join({ channelId, role: 'sendrecv', ssrcs, spotlight, clientId })
  const { audio = '', video = '' } = member.peer.mid
  const receiver = new MediaReceiver(member.client, now)
  const sender = new MediaSender({
    ...{ client: member.client, videoBps: 100_000, audioIsCounted: true },
    audio: { mid: audio, ssrc: ssrcs.audio },
    video: { mid: video, ssrc: ssrcs.video },
  })
  receivers.push(receiver)
  senders.push(sender)
  return { ...member, receiver, sender }
}

/** A client that only receives. */
async function watch(sfu: SfuProcess, filters: readonly TrackFilter[] = []) {
  const member = await sfu.join({ channelId, role: 'recvonly', filters })
  const receiver = new MediaReceiver(member.client, now)
  receivers.push(receiver)
  return { ...member, receiver }
}

const silent = ({ sender }: { sender: MediaSender }) => {
  senders = senders.filter((each) => each !== sender)
}
const moves = async (receiver: MediaReceiver, packets = 50) => {
  const before = receiver.packets
  await waitFor(() => receiver.packets > before + packets, 'more packets', 20_000)
}
const streams = (receiver: MediaReceiver, count: number) =>
  waitFor(() => receiver.streams >= count, `${count} streams`, 20_000)

it('everybody gets everybody, whoever is there first, and key frames are asked for where the sender is', async () => {
  const a = await join(home)
  await home.share(channelId, other)
  // One that joins in the other process is offered those of the first at once.
  const watcher = await other.join({ channelId, role: 'recvonly' })
  expect(watcher.peer.lines).toBe(2)
  const receiver = new MediaReceiver(watcher.client, now)
  receivers.push(receiver)
  const b = await join(other)
  const c = await join(home)
  for (const one of [a, b, c]) await streams(one.receiver, 4)
  await streams(receiver, 6)
  const asked = a.sender.heard.keyFrameRequests
  receiver.askForKeyFrames()
  await waitFor(() => a.sender.heard.keyFrameRequests > asked, 'the request at the sender', 20_000)
  await moves(receiver)
})

it('what was said in one process is known in the other when that is asked', async () => {
  await join(home)
  await home.share(channelId, other)
  const watcher = await other.join({ channelId, role: 'recvonly' })
  const b = await join(home)
  await other.ask('room.settle', { channelId })
  const { sdp } = await other.ask('connection.reoffer', { connectionId: watcher.peer.connectionId })
  expect(sdp).toContain(b.peer.connectionId)
})

it('who leaves is gone in the other process too', async () => {
  const a = await join(home)
  await home.share(channelId, other)
  const b = await join(other)
  await streams(b.receiver, 2)
  silent(a)
  await a.leave()
  await other.ask('room.settle', { channelId })
  await waitFor(() => !/^a=msid:/m.test(withoutOwn(b)), 'the next offer')
})

/** What it is offered of others. */
const withoutOwn = ({ peer }: SfuMember) => peer.offerSdp

it('who is in another process than the one that decides has the same counters of the spotlight', async () => {
  const stats = async (sfu: SfuProcess, { peer: { connectionId } }: SfuMember) => {
    const { spotlight } = await sfu.ask('connection.stats', { connectionId })
    return spotlightStats.parse(spotlight)
  }
  const a = await join(home, true)
  await home.share(channelId, other)
  const b = await join(other, true)
  await waitFor(() => home.focus.length > 0, 'somebody in focus', 20_000)
  const withheld = async () => (await stats(other, b)).total_spotlight_unfocus_audio_no_room
  await waitFor(async () => (await withheld()) > 10, 'speech that nobody gets', 20_000)
  expect((await stats(other, b)).total_spotlight_focus_succeeded).toBe(0)
  silent(a)
  await waitFor(() => home.focus.length >= 3, 'the other in focus', 20_000)
  // The link told of it before the process that decides told the test.
  await other.ask('room.settle', { channelId })
  const there = await stats(other, b)
  expect(there).toMatchObject({
    total_spotlight_focus_succeeded: 1,
    total_spotlight_unfocus_audio_publish: 1,
  })
  expect(there.total_spotlight_audible_to_focus_delay_us).toBeGreaterThan(0)
  const here = await stats(home, a)
  expect(here).toMatchObject({ total_spotlight_focus_succeeded: 1, total_spotlight_unfocus_audio_publish: 1 })
  await home.ask('spotlight.focus', { channelId, connectionId: a.peer.connectionId, fixed: true })
  expect(await stats(home, a)).toEqual({ ...here, total_spotlight_focus_succeeded: 2 })
  // B speaks on, is not heard, and gives up.
  const failed = async () => (await stats(other, b)).total_spotlight_focus_failed
  const [before, unheard] = [await failed(), await withheld()]
  await waitFor(async () => (await withheld()) > unheard, 'more speech that nobody gets', 20_000)
  silent(b)
  await waitFor(async () => (await failed()) > before, 'its failure', 20_000)
})

it('one process decides who is in focus, and sound is that of who is, in both', async () => {
  const a = await join(home, true)
  await home.share(channelId, other)
  const b = await join(other, true)
  await waitFor(() => home.focus.length > 0, 'somebody in focus', 20_000)
  expect(home.focus).toEqual([`+${a.peer.connectionId}`])
  await streams(b.receiver, 1)
  await moves(b.receiver)
  // B is not in focus: nobody hears it, until A is silent and it speaks on.
  expect(a.receiver.packets).toBe(0)
  silent(a)
  await waitFor(() => home.focus.length >= 3, 'the other in focus', 20_000)
  expect(home.focus.slice(1)).toEqual([`-${a.peer.connectionId}`, `+${b.peer.connectionId}`])
  await moves(a.receiver)
  await home.ask('spotlight.focus', { channelId, connectionId: a.peer.connectionId, fixed: true })
  expect(home.focus.slice(3)).toEqual([`-${b.peer.connectionId}`, `+${a.peer.connectionId}`])
  expect(other.focus).toEqual([])
})

/** What has come, by whose it is and its kind. */
function got({ peer, receiver }: Awaited<ReturnType<typeof watch>>): string[] {
  const lines = peer.offerSdp.split(/^m=/m)
  const tracks = receiver.sources.map(({ ssrc }) => {
    const line = lines.find((text) => text.includes(`a=ssrc:${ssrc} `)) ?? ''
    return `${/^a=msid:(\S+)/m.exec(line)?.[1] ?? 'nobody'} ${/^\w+/.exec(line)?.[0] ?? ''}`
  })
  return [...new Set(tracks)].sort()
}

it('a receiver gets what its filters let through, of whichever process and whoever comes later', async () => {
  const is = (field: FilterRule['field'], value: string): FilterRule => ({
    ...{ field, operator: 'is_in', values: [value] },
  })
  const screen = await join(home, false, 'screen')
  await home.share(channelId, other)
  const sound = await watch(other, [{ action: 'block', rules: [[is('kind', 'video')]] }])
  const pictures = [[is('kind', 'video'), is('client_id', 'screen')]]
  const near = await watch(home, [{ action: 'allow', rules: pictures }])
  const others = await watch(other, [{ action: 'block', rules: [[is('client_id', 'screen')]] }])
  const all = await watch(other)
  const guest = await join(other, false, 'guest')
  const later = await join(home, false, 'screen')
  await streams(all.receiver, 6)
  await streams(sound.receiver, 3)
  for (const one of [near, others]) await streams(one.receiver, 2)
  await moves(all.receiver, 300)
  const ids = [screen, guest, later].map(({ peer }) => peer.connectionId)
  expect(got(sound)).toEqual(ids.map((id) => `${id} audio`).sort())
  expect(got(near)).toEqual([`${ids[0]} video`, `${ids[2]} video`].sort())
  expect(got(others)).toEqual([`${ids[1]} audio`, `${ids[1]} video`])
  // All is offered, whatever comes.
  for (const { peer } of [sound, near, others]) expect(peer.lines).toBe(6)
})

it('three processes hand on to each other', async () => {
  const third = await startSfu()
  const a = await join(home)
  await home.share(channelId, other)
  await home.share(channelId, third)
  await other.share(channelId, third, false)
  const b = await join(other)
  const c = await join(third)
  for (const one of [a, b, c]) await streams(one.receiver, 4)
})

it('a process that is killed is gone, and the first goes on', async () => {
  const a = await join(home)
  const watcher = await home.join({ channelId, role: 'recvonly' })
  const receiver = new MediaReceiver(watcher.client, now)
  receivers.push(receiver)
  await home.share(channelId, other)
  const b = await join(other)
  await streams(receiver, 4)
  silent(b)
  await other.kill()
  started = [home]
  await home.ask('room.settle', { channelId })
  await waitFor(() => !watcher.peer.offerSdp.includes(b.peer.connectionId), 'the next offer')
  expect(watcher.peer.offerSdp).toContain(a.peer.connectionId)
  await moves(receiver)
  // And it can be handed on to another one.
  const third = await startSfu()
  await home.share(channelId, third)
  const c = await join(third)
  await streams(c.receiver, 2)
})

it('a channel that ends in a process ends its connections there, and leaves the others', async () => {
  const a = await join(home)
  await home.share(channelId, other)
  const b = await join(other)
  await streams(a.receiver, 2)
  silent(b)
  await other.ask('room.end', { channelId })
  await waitFor(() => !a.peer.offerSdp.includes(b.peer.connectionId), 'the next offer')
  await waitFor(() => other.connections === 0, 'no connections', 5000)
})
