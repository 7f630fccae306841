/** What is published in stores of all four kinds, and what becomes of it when something is killed or full. */
import { afterEach, describe, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { readMediaPlaylist } from '../../service/protocol/hls/read-media-playlist.ts'
import { onAir, viewerOf } from '../support/broadcast.ts'
import { descendants } from '../support/processes.ts'
import { archiveTargets, azblobTarget, gsTarget, s3Target } from '../support/storage/archive-targets.ts'
import type { KillableTarget } from '../support/storage/archive-targets.ts'
import {
  describePublishing,
  encoder,
  publishingScene,
  statusOf,
  stored,
} from '../support/storage/publishing-contract.ts'
import type { PublishedChannel, PublishingScene } from '../support/storage/publishing-contract.ts'
import { swiftMissing } from '../support/storage/swift.ts'
import { validateMediaPlaylist } from '../support/hls.ts'
import { waitFor } from '../support/wait-for.ts'

describePublishing(archiveTargets)

const KILLABLE: Readonly<Record<string, () => Promise<KillableTarget>>> = {
  azblob: azblobTarget,
  gs: gsTarget,
  ...(swiftMissing === undefined && { s3: s3Target }),
}

let scene: PublishingScene

/** Puts the scene's only channel on air for so long. */
async function broadcast(seconds: number): Promise<PublishedChannel> {
  const [channel] = scene.channels
  if (!channel) throw new Error('nothing is published')
  await encoder(channel.ingestUrl, seconds)
  await onAir(scene.service, channel.channelId, 1)
  await isCurrent(channel)
  return channel
}

async function isCurrent(channel: PublishedChannel): Promise<void> {
  await waitFor(
    async () => {
      const status = await statusOf(scene, channel.channelId)
      return status?.state === 'current' && (await stored(channel, 'r1.m3u8')) !== null
    },
    'the store to be current',
    90_000,
  )
}

const becomes = (channel: PublishedChannel, state: string, least = 0) =>
  waitFor(async () => {
    const status = await statusOf(scene, channel.channelId)
    return status?.state === state && status.behindSegments >= least
  }, `${state}, ${least} segments behind`)

/** Each media playlist is legal, names what is there, and breaks at the same moments as the others. */
async function check(channel: PublishedChannel): Promise<{ breaks: number; sequences: number[] }> {
  const faults: string[] = []
  const lists = await Promise.all(
    ['r0.m3u8', 'r1.m3u8'].map(async (name) => {
      const text = (await stored(channel, name)) ?? ''
      validateMediaPlaylist(text, `http://localhost/${name}`, faults)
      return readMediaPlaylist(text)
    }),
  )
  const there = new Set(await channel.target.list())
  for (const { uri, mapUri } of lists.flatMap((list) => list?.segments ?? [])) {
    for (const name of [uri, mapUri]) {
      if (!there.has(`tv/${channel.channelId}/${name}`)) faults.push(`${name} is listed, but not there`)
    }
  }
  expect(faults).toEqual([])
  const breaks = lists.map((list) => {
    const inside = (list?.segments ?? []).filter(({ discontinuity }) => discontinuity).length
    return inside + (list?.discontinuitySequence ?? 0)
  })
  expect(breaks[0]).toBe(breaks[1])
  return { breaks: breaks[0] ?? 0, sequences: lists.map((list) => list?.mediaSequence ?? -1) }
}

describe.each(Object.entries(KILLABLE))('a store that is killed and back: %s', (_, open) => {
  afterEach(() => scene.close())

  it('is caught up without a gap from the window, and with one where the window went on', async () => {
    const target = await open()
    scene = await publishingScene([target])
    const channel = await broadcast(150)
    await target.kill()
    await becomes(channel, 'failing', 3)
    await target.start()
    await isCurrent(channel)
    expect((await check(channel)).breaks).toBe(0)
    // The broadcast itself has felt nothing of it.
    const viewer = viewerOf(scene.service)
    const text = await viewer.text(`${scene.service.ready.media_base_url}/${channel.channelId}/r0.m3u8`)
    await viewer.close()
    expect(text).not.toContain('#EXT-X-DISCONTINUITY\n')

    await target.kill()
    await becomes(channel, 'failing', 25)
    await target.start()
    await isCurrent(channel)
    expect((await check(channel)).breaks).toBe(1)
    expect((await statusOf(scene, channel.channelId))?.gaps).toBe(1)
  }, 240_000)
})

describe('a process that is killed', () => {
  afterEach(() => scene.close())

  it('and pushed goes on where the store is, without a gap', async () => {
    const target = await azblobTarget()
    scene = await publishingScene([target])
    const channel = await broadcast(60)
    for (let times = 0; times < 3; times++) {
      const pushing = descendants(scene.service.pid).find(({ command }) => command.includes('archive'))
      if (!pushing) throw new Error('no archive process')
      const before = (await stored(channel, 'r0.m3u8')) ?? ''
      process.kill(pushing.pid, 'SIGKILL')
      await waitFor(async () => (await stored(channel, 'r0.m3u8')) !== before, 'the next segment', 30_000)
      await isCurrent(channel)
      await check(channel)
    }
    expect((await check(channel)).breaks).toBe(0)
  }, 180_000)
})

describe('a disk that is full', () => {
  afterEach(() => scene.close())

  it('does not reach the store: what was in memory only is caught up or left out in order', async () => {
    const target = await azblobTarget()
    scene = await publishingScene([target], {}, ['--emulator'])
    const channel = await broadcast(70)
    const { emulatorFaults: faults } = CONSOLE_API
    await scene.operator.done(faults.add, {
      body: { id: 'full', at: 'disk', effect: { kind: 'full' } },
    })
    const refused = async () => {
      const { faults: listed } = await scene.operator.done(faults.list)
      return (listed.find(({ fault }) => fault.id === 'full')?.hits ?? 0) > 30
    }
    await waitFor(refused, 'writes that fail')
    await scene.operator.done(faults.disarm, { body: {} })
    const before = await stored(channel, 'r0.m3u8')
    await waitFor(async () => (await stored(channel, 'r0.m3u8')) !== before, 'the next segment')
    await isCurrent(channel)
    await check(channel)
  }, 180_000)
})
