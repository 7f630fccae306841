import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LiveWindow } from '../../../test/support/live-window.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import { ViewedStore } from '../../../test/support/viewed-store.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { PublishPlan, PublishReport } from '../../contract/publishing.ts'
import { newId } from '../../platform/ids.ts'
import { Turns } from '../../platform/turns.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { ChannelPush } from './channel-push.ts'

let root: string
let clock: SetClock
let store: ViewedStore
let live: LiveWindow
let reports: PublishReport[]
let done: number
const pushes: ChannelPush[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-push-'))
  clock = new SetClock()
  store = new ViewedStore()
  live = new LiveWindow(root)
  reports = []
  done = 0
})
afterEach(async () => {
  await Promise.all(pushes.splice(0).map((push) => push.close()))
  await rm(root, { recursive: true, force: true })
  expect(store.wrong).toEqual([])
})

function start(plan: Partial<PublishPlan> = {}): ChannelPush {
  const push = new ChannelPush(
    {
      ...{ channelId: live.channelId, systemId: 'S', destinationId: 'D', prefix: 'live/tv' },
      ...{ mode: 'follow', keep: false, known: false, besideRecordings: false, ...plan },
    },
    {
      hlsDirectory: root,
      use: (run) => run(store),
      turns: new Turns(4),
      clock,
      random: () => 0.5,
      onReport: (report) => reports.push(report),
      onDone: () => done++,
    },
  )
  pushes.push(push)
  push.wake()
  return push
}

const key = (name: string) => `live/tv/${live.channelId}/${name}`
const origin = (name: string) => readFile(live.path(name), 'utf8')
const last = () => reports.at(-1)
/** By how much the computer's clock is set, ms. */
const STEPS = [3_600_000, -3_600_000]
const fault = () => new StoreError('refused', 'Nothing listens')

/** As the origin serves it. */
async function isCurrent(name: string): Promise<boolean> {
  return store.text(key(name)) === (await origin(name))
}
async function current(push: ChannelPush): Promise<void> {
  push.wake()
  const lists = ['r0.m3u8', 'r1.m3u8', 'index.m3u8']
  const all = [...lists, ...lists.map((name) => `${live.connectionId}/${name}`)]
  await waitFor(async () => (await Promise.all(all.map(isCurrent))).every(Boolean), 'the store to be current')
}
/** Everything is there that the origin lists, whatever the numbers. */
async function caughtUp(push: ChannelPush): Promise<void> {
  await waitFor(async () => {
    // What was on its way when the store came back may have failed, and waits again.
    if (last()?.state === 'failing') clock.advance(40_000)
    push.wake()
    const text = await origin('r1.m3u8').catch(() => null)
    const newest = text?.split('\n').findLast((line) => line.endsWith('.m4s'))
    return newest !== undefined && store.text(key('r1.m3u8'))?.includes(newest) === true
  }, 'the store to have the newest segment')
}
async function failing(push: ChannelPush): Promise<void> {
  store.faults.put = fault()
  await live.segment()
  push.wake()
  await waitFor(() => last()?.state === 'failing', 'the fault')
}
/** The store is back, and what waits for it is over. */
async function back(push: ChannelPush): Promise<void> {
  // What is on its way may have failed already; its pause begins before the clock goes on.
  await push.settled()
  delete store.faults.put
  clock.advance(40_000)
}

describe('a channel that is pushed', () => {
  it('is in the store as the origin serves it, segments before playlists', async () => {
    await live.segments(3)
    const push = start()
    for (let made = 0; made < 20; made++) {
      await live.segment()
      await current(push)
    }
    expect(last()).toMatchObject({ state: 'current', fault: null, gaps: 0, retryInMs: null })
    const place = (name: string) => store.puts.indexOf(key(name))
    expect(place('r0.m3u8')).toBeGreaterThan(place(`${live.connectionId}/r0/0.m4s`))
    expect(place(`${live.connectionId}/r0/0.m4s`)).toBeGreaterThan(-1)
    expect(place('index.m3u8')).toBeGreaterThan(Math.max(place('r0.m3u8'), place('r1.m3u8')))
  })

  it('has the types and cache rules of playlists and of media', async () => {
    await live.segment()
    await current(start())
    const segment = key(`${live.connectionId}/r0/0.m4s`)
    const types = [key('index.m3u8'), key('r0.m3u8'), segment, key(`${live.connectionId}/r0/init-0.mp4`)]
    expect(types.map((name) => [store.contentTypes.get(name), store.cacheControls.get(name)])).toEqual([
      ['application/vnd.apple.mpegurl', 'public, max-age=2'],
      ['application/vnd.apple.mpegurl', 'public, max-age=2'],
      ['video/mp4', 'public, max-age=31536000, immutable'],
      ['video/mp4', 'public, max-age=31536000, immutable'],
    ])
  })

  it('is caught up without a gap while what it missed is in the window', async () => {
    await live.segments(4)
    const push = start()
    await current(push)
    await failing(push)
    await live.segments(9)
    await push.look()
    clock.advance(1000)
    await push.look()
    await waitFor(() => (last()?.behindSegments ?? 0) >= 10, 'what is missing to be told')
    expect(last()).toMatchObject({ behindSeconds: 20, fault: { kind: 'refused' } })
    await back(push)
    await current(push)
    await waitFor(() => last()?.state === 'current', 'the end of the fault to be told')
    expect(last()).toMatchObject({ gaps: 0, fault: null, behindSegments: 0 })
  })

  it.each(STEPS)('waits for its store as long as before where the clock is set by %i ms', async (by) => {
    await live.segments(4)
    const push = start()
    await current(push)
    await failing(push)
    await push.settled()
    delete store.faults.put
    clock.step = by
    clock.advance(999)
    await push.look()
    await push.settled()
    expect(last()).toMatchObject({ state: 'failing', fault: { kind: 'refused' } })
    clock.advance(1)
    await current(push)
    await waitFor(() => last()?.state === 'current', 'the end of the fault to be told')
  })

  it('has a discontinuity, at the same place in all renditions, where the window went on', async () => {
    await live.segments(4)
    const push = start()
    await current(push)
    await failing(push)
    await live.segments(25)
    await back(push)
    await caughtUp(push)
    await waitFor(() => last()?.state === 'current', 'the end of the fault to be told')
    expect(last()?.gaps).toBe(1)
    const lists = [store.playlist(key('r0.m3u8')), store.playlist(key('r1.m3u8'))]
    const broken = lists.map(({ segments }) => segments.filter(({ discontinuity }) => discontinuity))
    expect(broken.map((ones) => ones.map(({ programDateTime }) => programDateTime))).toEqual([
      broken[0]?.map(({ programDateTime }) => programDateTime),
      broken[0]?.map(({ programDateTime }) => programDateTime),
    ])
    expect(broken[0]).toHaveLength(1)
    // 4 segments went before; the next number is that of the first behind the gap.
    expect(lists.map(({ mediaSequence }) => mediaSequence)).toEqual([4, 4])
    await live.segments(20)
    await caughtUp(push)
    expect(store.playlist(key('r0.m3u8')).discontinuitySequence).toBe(1)
  })

  it('goes on from what the store has when another process takes over', async () => {
    await live.segments(5)
    const first = start()
    await current(first)
    await first.close()
    await live.segments(5)
    const puts = store.puts.length
    const second = start()
    await current(second)
    expect(store.puts.slice(puts).some((name) => name.endsWith('/r0/4.m4s'))).toBe(false)
    expect(last()).toMatchObject({ state: 'current', gaps: 0 })
  })

  it('begins a playlist anew where somebody removed what it names', async () => {
    await live.segments(5)
    const first = start()
    await current(first)
    await first.close()
    store.objects.delete(key(`${live.connectionId}/r0/2.m4s`))
    start()
    await waitFor(() => store.objects.has(key(`${live.connectionId}/r0/2.m4s`)), 'the object to be back')
  })

  it('asks the store what it has when a put was not answered', async () => {
    await live.segments(5)
    const push = start()
    await current(push)
    const put = store.put.bind(store)
    let isCut = false
    store.put = async (object, options) => {
      const facts = await put(object, options)
      if (!isCut && object.key === key('r0.m3u8')) {
        isCut = true
        throw new StoreError('interrupted', 'The connection broke')
      }
      return facts
    }
    await live.segment()
    push.wake()
    await waitFor(() => last()?.state === 'failing', 'the fault')
    await live.segments(25)
    clock.advance(40_000)
    await caughtUp(push)
    await waitFor(() => last()?.state === 'current', 'the end of the fault to be told')
  })

  it('goes when the origin has it no more, the playlists that viewers load first', async () => {
    await live.segments(4)
    const push = start()
    await live.end()
    await current(push)
    expect(store.text(key('r0.m3u8'))).toContain('#EXT-X-ENDLIST')
    await live.remove()
    push.wake()
    await waitFor(() => done > 0, 'the end')
    expect([...store.objects.keys()]).toEqual([])
  })

  it('removes segments when they have left, as long as players may ask for them', async () => {
    await live.segments(20)
    const push = start()
    await current(push)
    const first = store.playlist(key('r0.m3u8')).segments[0]?.uri ?? ''
    await live.segments(3)
    await current(push)
    expect(store.objects.has(key(first))).toBe(true)
    clock.advance(60_000)
    push.wake()
    await waitFor(() => !store.objects.has(key(first)), 'the segment to go')
  })

  it('leaves everything where it is kept', async () => {
    await live.segments(2)
    const push = start({ keep: true })
    await current(push)
    for (const count of [12, 12]) {
      await live.segments(count)
      await current(push)
    }
    clock.advance(120_000)
    await live.end()
    await current(push)
    await live.remove()
    push.wake()
    await waitFor(() => done > 0, 'the end')
    expect(store.objects.has(key(`${live.connectionId}/r0/0.m4s`))).toBe(true)
    expect(store.text(key('r0.m3u8'))).toContain('#EXT-X-ENDLIST')
  })

  it('gets the end mark where the place is given up, and goes after a minute', async () => {
    await live.segments(4)
    const first = start()
    await current(first)
    await first.close()
    const second = start({ mode: 'end', known: true })
    await waitFor(() => store.text(key('r0.m3u8'))?.includes('#EXT-X-ENDLIST'), 'the end mark')
    expect(done).toBe(0)
    clock.advance(61_000)
    second.wake()
    await waitFor(() => done > 0, 'the end')
    expect([...store.objects.keys()]).toEqual([])
  })

  it('leaves recordings alone that lie in its folder, and stores nothing where they will', async () => {
    await live.segments(4)
    const recorded = ['init-0.mp4', '000000.m4s', '100000.m4s', 'index.m3u8', 'recording.mp4']
    const earlier = recorded.map((name) => key(`${newId('connection')}/r0/${name}`))
    const present = recorded.map((name) => key(`${live.connectionId}/r0/${name}`))
    for (const name of [...earlier, ...present])
      store.objects.set(name, Buffer.from('#EXTM3U\n#EXT-X-ENDLIST\n'))
    const left = key(`${live.connectionId}/r0/0.m4s`)
    store.objects.set(left, Buffer.from('pushed before recordings came'))
    const push = start({ besideRecordings: true })
    for (let made = 0; made < 30; made++) {
      await live.segment()
      clock.advance(2000)
      await push.settled()
    }
    expect(store.playlist(key('r0.m3u8')).segments.at(-1)?.uri).toBe(`${live.connectionId}/r1000/33.m4s`)
    expect(store.playlist(key(`${live.connectionId}/r0.m3u8`)).mediaSequence).toBeGreaterThan(10)
    expect(store.objects.has(left)).toBe(false)
    await live.end()
    await push.settled()
    await live.remove()
    push.wake()
    await waitFor(() => done > 0, 'the end')
    expect([...store.objects.keys()].sort()).toEqual([...earlier, ...present].sort())
    expect(store.puts.filter((name) => present.includes(name))).toEqual([])
  })

  it('goes on beside recordings when another process takes over', async () => {
    await live.segments(5)
    const first = start({ besideRecordings: true })
    await first.settled()
    await first.close()
    await live.segments(2)
    const puts = store.puts.length
    const second = start({ besideRecordings: true })
    await second.settled()
    expect(store.puts.slice(puts).filter((name) => name.includes('/r0/'))).toEqual([])
    expect(
      store.puts
        .slice(puts)
        .filter((name) => /r1000\/\d+\.m4s$/.test(name))
        .sort(),
    ).toEqual([5, 6].map((number) => key(`${live.connectionId}/r1000/${number}.m4s`)))
  })

  it('takes nothing for its own that a recording has where nobody said that there are any', async () => {
    await live.segments(4)
    const other = key(`${newId('connection')}/r0/`)
    const names = ['init-0.mp4', '000000.m4s', '100000.m4s', 'recording.mp4'].map((name) => other + name)
    for (const name of [...names, key('notes.txt')]) store.objects.set(name, Buffer.from('x'))
    const push = start()
    await current(push)
    clock.advance(120_000)
    await push.settled()
    await live.remove()
    push.wake()
    await waitFor(() => done > 0, 'the end')
    expect([...store.objects.keys()].sort()).toEqual([...names, key('notes.txt')].sort())
  })

  it.each(STEPS)('keeps what has left as long as before where the clock is set by %i ms', async (by) => {
    await live.segments(4)
    const push = start()
    for (let made = 0; made < 30; made++) {
      await live.segment()
      clock.advance(2000)
      await push.settled()
    }
    const segments = () => [...store.objects.keys()].filter((name) => name.endsWith('.m4s'))
    const before = segments()
    const { segments: listed } = store.playlist(key('r0.m3u8'))
    expect(before.length).toBeGreaterThan(2 * listed.length)
    clock.step = by
    await push.settled()
    expect(segments()).toEqual(before)
    clock.advance(60_000)
    await push.settled()
    expect(segments()).toHaveLength(2 * listed.length)
  })

  it.each(STEPS)('stays for a minute after its end mark where the clock is set by %i ms', async (by) => {
    await live.segments(4)
    const first = start()
    await current(first)
    await first.close()
    const second = start({ mode: 'end', known: true })
    await second.settled()
    clock.advance(30_000)
    clock.step = by
    await second.settled()
    expect(store.text(key('r0.m3u8'))).toContain('#EXT-X-ENDLIST')
    clock.advance(29_000)
    await second.settled()
    expect(store.text(key('r0.m3u8'))).not.toBeNull()
    clock.advance(1000)
    await second.settled()
    expect([...store.objects.keys()]).toEqual([])
  })

  it('goes on while the store removes nothing, and tells it', async () => {
    await live.segments(20)
    const push = start()
    await current(push)
    store.faults.delete = new StoreError('forbidden', 'HTTP 403')
    await live.segments(3)
    await current(push)
    clock.advance(60_000)
    push.wake()
    await waitFor(() => last()?.fault?.kind === 'forbidden', 'the fault')
    expect(last()?.state).toBe('current')
    await live.segment()
    await current(push)
  })

  it.each(STEPS)(
    'asks a store that removed nothing again after a minute where the clock is set by %i ms',
    async (by) => {
      await live.segments(20)
      const push = start()
      await current(push)
      const first = key(store.playlist(key('r0.m3u8')).segments[0]?.uri ?? '')
      store.faults.delete = new StoreError('forbidden', 'HTTP 403')
      await live.segments(3)
      await current(push)
      clock.advance(60_000)
      await push.settled()
      expect(last()?.fault?.kind).toBe('forbidden')
      delete store.faults.delete
      clock.step = by
      clock.advance(59_999)
      await push.settled()
      expect(store.objects.has(first)).toBe(true)
      clock.advance(1)
      await push.settled()
      expect(store.objects.has(first)).toBe(false)
    },
  )

  it('is not done while the store has media that it did not remove', async () => {
    await live.segments(4)
    const push = start()
    await live.end()
    await current(push)
    const remove = store.delete.bind(store)
    store.delete = async (name) => {
      if (!name.endsWith('.m3u8')) throw new StoreError('forbidden', 'HTTP 403')
      await remove(name)
    }
    await live.remove()
    await push.settled()
    expect([done, store.objects.size]).toEqual([0, 10])
    store.delete = remove
    clock.advance(60_000)
    await push.settled()
    expect([done, store.objects.size]).toEqual([1, 0])
  })

  it('obeys the rules of playlists whatever the store, the encoder and the process do', async () => {
    const act = fc.constantFrom('segment', 'segments', 'many', 'fail', 'back', 'restart', 'reconnect', 'lose')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        store = new ViewedStore()
        live = new LiveWindow(root)
        let push = start()
        for (const one of acts) {
          if (one === 'segment') await live.segment()
          else if (one === 'segments') await live.segments(4)
          else if (one === 'many') await live.segments(22)
          else if (one === 'fail') store.faults.put = fault()
          else if (one === 'back') await back(push)
          else if (one === 'reconnect') live.connect()
          else if (one === 'lose') await loseNext()
          else {
            await push.close()
            push = start()
          }
          await push.look()
        }
        await back(push)
        await live.segment()
        await caughtUp(push)
        await push.close()
        expect(store.wrong).toEqual([])
      }),
      { numRuns: 6 },
    )
  })
})

/** The next segment is listed, but its file is not there: a disk that was full had it in memory only. */
async function loseNext(): Promise<void> {
  await live.segment()
  const text = await origin('r0.m3u8')
  const newest = text.split('\n').findLast((line) => line.endsWith('.m4s')) ?? ''
  await rm(live.path(newest), { force: true })
}
