import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setUpSessions } from '../../../test/support/sfu-sessions.ts'
import { addWebrtcHlsChannel } from '../../../test/support/channel-rows.ts'
import type { SessionsSetUp } from '../../../test/support/sfu-sessions.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { channelState } from '../connection/channel-state.ts'
import { pictureAge } from '../connection/picture-age.ts'
import type { WebrtcChannel } from './dependencies.ts'

const START = 1_000_000
let here: SessionsSetUp
let test: SessionsSetUp['test']
let channel: WebrtcChannel

beforeEach(() => {
  here = setUpSessions(START, createLogger('silent'))
  ;({ test, channel } = here)
})
afterEach(() => here.close())

/** Its state, since when that is, and since when it is on air, in seconds from the start; and its viewers. */
function seen() {
  const activity = test.live.activity(channel.channelId)
  const { state, since } = channelState(activity, here.clock.now(), 0)
  const seconds = (at: number | null) => at && (at - START) / 1000
  return [state, seconds(since), seconds(activity.onAirSince), activity.viewers]
}

/** The SFU process counts what came of a connection, the last of its media so many milliseconds ago. */
const came = (connectionId: ConnectionId, receivedBytes: number, mediaAgeMs: number | null = 0) =>
  test.sfu.topics.tell('connection.usage', {
    connections: [{ connectionId, receivedBytes, sentBytes: 900, mediaAgeMs }],
  })

describe('a channel without HLS', () => {
  it('is on air as soon as media of who sends has come, and tells so at once', async () => {
    expect(seen()).toEqual(['idle', null, null, 0])
    const { id } = await test.join(channel, { role: 'sendonly' })
    here.clock.advance(1000)
    // Reports of what it gets are no media.
    came(id, 400, null)
    expect(seen()).toEqual(['receiving', 0, null, 0])
    const told: unknown[] = []
    test.live.onChange(() => told.push(seen()))
    here.clock.advance(1000)
    came(id, 5000)
    expect(told).toEqual([['playable', 2, 2, 0]])
    here.clock.advance(1000)
    came(id, 9000)
    expect(told).toHaveLength(1)
  })

  it('has clients that only receive as its viewers, who put nothing on air', async () => {
    const viewer = await test.join(channel, { role: 'recvonly' })
    came(viewer.id, 500)
    expect(seen()).toEqual(['idle', null, null, 1])
    const silent = await test.join(channel, { audio: false, video: false })
    came(silent.id, 500)
    expect(seen()).toEqual(['idle', null, null, 2])
  })

  it('stays on air until the last of those who send has gone, however that ends', async () => {
    const [first, second] = [await test.join(channel), await test.join(channel)]
    for (const { id } of [first, second]) came(id, 500)
    here.clock.advance(60_000)
    for (const { id } of [first, second]) came(id, 500)
    first.client.left('NO-ERROR')
    expect(seen()).toEqual(['playable', 0, 0, 0])
    second.client.left(null)
    expect(seen()).toEqual(['ended', 60, null, 0])
    expect(test.live.activity(channel.channelId).lastEnd?.reason).toBe('signaling-lost')
    const again = await test.join(channel)
    came(again.id, 500)
    expect(seen()).toEqual(['playable', 60, 60, 0])
  })

  it('starves when nothing of anybody has come for 3 s, has no signal after 12 s, and tells when it goes on', async () => {
    const [first, second] = [await test.join(channel), await test.join(channel)]
    first.client.reAnswered('v=0', 're-answer')
    for (const { id } of [first, second]) came(id, 500)
    const told: unknown[] = []
    test.live.onChange(() => told.push(seen()))
    for (let past = 0; past < 4; past++) {
      here.clock.advance(1000)
      came(first.id, 500)
      came(second.id, 500, 1000 * (past + 1))
    }
    expect(told).toEqual([])
    here.clock.advance(2999)
    expect(told).toEqual([])
    here.clock.advance(1)
    expect(told).toEqual([['starving', 7, 0, 0]])
    here.clock.advance(9000)
    expect(told.slice(1)).toEqual([['no-signal', 16, 0, 0]])
    came(second.id, 900, 200)
    expect(told.slice(2)).toEqual([['playable', 0, 0, 0]])
  })

  it('dates its media in whole milliseconds, whatever the SFU counts in', async () => {
    const { id } = await test.join(channel)
    came(id, 500, 200.6)
    const { relayed } = test.live.activity(channel.channelId)
    expect(relayed?.lastMediaAt).toBe(here.clock.now() - 201)
  })

  it('has an age only while nothing comes', async () => {
    const { id } = await test.join(channel)
    const age = () => pictureAge(test.live.activity(channel.channelId), [], here.clock.now())
    expect(age()).toBeNull()
    came(id, 500)
    expect(age()).toBeNull()
    here.clock.advance(2999)
    expect(age()).toBeNull()
    here.clock.advance(4001)
    expect(age()).toEqual({ ms: 7000, rising: true, tooOld: true })
  })
})

it('pictures that become HLS are turned by who sends them, for nobody does later', async () => {
  await test.join(channel)
  await test.join(addWebrtcHlsChannel(here.db, here.system))
  expect(test.sfu.bodies('connection.open')).toMatchObject([
    { video: { upright: false } },
    { video: { upright: true } },
  ])
})

it('a channel with HLS waits for its playlist, whatever the SFU counts', async () => {
  channel = addWebrtcHlsChannel(here.db, here.system)
  const { id } = await test.join(channel)
  came(id, 5000)
  expect(seen()).toEqual(['receiving', 0, null, 0])
  test.ingest.topics.tell('playlist.ready', { connectionId: id })
  expect(seen()).toEqual(['playable', 0, 0, 0])
})
