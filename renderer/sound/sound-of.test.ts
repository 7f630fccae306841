import { expect, test } from 'vitest'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { channelView, connectionView } from '../../test/support/console-views.ts'
import { soundOf } from './sound-of.ts'

type Stats = NonNullable<ChannelView['connections'][number]['stats']>

function sending(change: Partial<Stats>, state: ChannelView['state'] = 'playable'): ChannelView {
  const connection = connectionView({ connectedAt: 7 })
  if (!connection.stats) throw new Error('it is measured')
  const stats = { ...connection.stats, ...change }
  const renditions = [{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }]
  return channelView({ kind: 'rtmp', state, renditions, connections: [{ ...connection, stats }] })
}
const heard = { shortTermLufs: -18.4, silentSince: null }

test('it is what the service measured', () => {
  expect(soundOf(sending({ sound: heard }))).toEqual({ kind: 'measured', shortTermLufs: -18.4 })
  expect(soundOf(sending({ sound: { ...heard, silentSince: 5 } }))).toEqual({ kind: 'none', since: 5 })
})

test('none comes where none is sent, and where nothing is', () => {
  expect(soundOf(sending({ audio: null, sound: null }))).toEqual({ kind: 'none', since: 7 })
  for (const state of ['starving', 'no-signal'] as const) {
    expect(soundOf(sending({ sound: heard, lastMediaAt: 9 }, state))).toEqual({ kind: 'none', since: 9 })
  }
})

test('what is not decoded is said to be not measured', () => {
  expect(soundOf(sending({ sound: null }))).toEqual({ kind: 'not-measured' })
  expect(soundOf(sending({ sound: null, picture: null, passthrough: true }))).toEqual({
    kind: 'not-measured',
  })
  expect(soundOf(channelView({ kind: 'webrtc', state: 'playable' }))).toEqual({ kind: 'not-measured' })
})

test('before anything is decoded it is only not measured yet', () => {
  const beginning = sending({ sound: null, picture: null, passthrough: false })
  expect(soundOf(beginning)).toEqual({ kind: 'measured', shortTermLufs: null })
})

test('nothing is said where nobody sends, and where no rendition has sound', () => {
  expect(soundOf(channelView({ kind: 'rtmp', state: 'idle' }))).toBeNull()
  expect(soundOf(channelView({ kind: 'webrtc', state: 'idle' }))).toBeNull()
  expect(soundOf({ ...sending({ sound: heard }), renditions: [] })).toBeNull()
})
