import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveWindow } from '../../../test/support/live-window.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { ViewedStore } from '../../../test/support/viewed-store.ts'
import type { PublishReport } from '../../contract/publishing.ts'
import { Turns } from '../../platform/turns.ts'
import { ChannelPush } from './channel-push.ts'
import { Place } from './place.ts'

let root: string
let store: ViewedStore
let live: LiveWindow
let reports: PublishReport[]
let done: number
const pushes: ChannelPush[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-kept-'))
  store = new ViewedStore()
  live = new LiveWindow(root)
  reports = []
  done = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(pushes.splice(0).map((push) => push.close()))
  await rm(root, { recursive: true, force: true })
  expect(store.wrong).toEqual([])
})

function start(): ChannelPush {
  const push = new ChannelPush(
    {
      ...{ channelId: live.channelId, systemId: 'S', destinationId: 'D', prefix: 'tv' },
      ...{ mode: 'follow', keep: true, known: false, besideRecordings: false },
    },
    {
      hlsDirectory: root,
      use: (run) => run(store),
      turns: new Turns(4),
      clock: new ManualClock(),
      random: () => 0.5,
      onReport: (report) => reports.push(report),
      onDone: () => done++,
    },
  )
  pushes.push(push)
  return push
}

const key = (name: string) => `tv/${live.channelId}/${name}`
const segment = (number: number) => key(`${live.connectionId}/r0/${number}.m4s`)

async function pushOnce(): Promise<void> {
  const push = start()
  await push.settled()
  await push.close()
}

describe('a channel whose objects all stay in the store', () => {
  it('has in memory only what its playlists name', async () => {
    const puts = vi.spyOn(Place.prototype, 'put')
    const push = start()
    for (let made = 0; made < 40; made++) {
      await live.segment()
      await push.settled()
    }
    expect(store.objects.has(segment(0))).toBe(true)
    const { segments } = store.playlist(key('r0.m3u8'))
    expect(segments.length).toBeLessThan(30)
    const place = puts.mock.contexts[0] as Place
    // Of two renditions, each with its initialization segment.
    expect(place.stored.size).toBe(2 * (segments.length + 1))
  })

  it('is not listed when another process takes over, which goes on without a gap', async () => {
    await live.segments(5)
    await pushOnce()
    await live.segments(5)
    const lists = vi.spyOn(store, 'list')
    const puts = store.puts.length
    await start().settled()
    expect(lists).not.toHaveBeenCalled()
    const put = store.puts.slice(puts).filter((name) => name.includes('/r0/'))
    expect(put.sort()).toEqual([5, 6, 7, 8, 9].map(segment))
    expect(store.playlist(key('r0.m3u8')).segments).toHaveLength(10)
    expect(reports.at(-1)).toMatchObject({ state: 'current', gaps: 0 })
  })

  it('gets its end mark when the origin has lost it before another process took over', async () => {
    await live.segments(3)
    live.connect()
    await live.segments(3)
    await pushOnce()
    await live.remove()
    const lists = vi.spyOn(store, 'list')
    await start().settled()
    expect(lists).not.toHaveBeenCalled()
    const media = [...store.objects.keys()].filter((name) => /r\d\.m3u8$/.test(name))
    expect(media).toHaveLength(6)
    expect(media.filter((name) => !store.playlist(name).ended)).toEqual([])
    expect(done).toBe(1)
  })

  it('begins a playlist anew where somebody removed what it names', async () => {
    await live.segments(5)
    await pushOnce()
    store.objects.delete(segment(2))
    await start().settled()
    expect(store.objects.has(segment(2))).toBe(true)
    expect(store.playlist(key('r0.m3u8')).segments).toHaveLength(5)
  })
})
