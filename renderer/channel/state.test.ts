import { describe, expect, it } from 'vitest'
import { CHANNEL_STATES } from '../../service/contract/console/channel-view.ts'
import { channelView, connectionView, webrtcChannelView } from '../../test/support/console-views.ts'
import { byUrgency, drawState } from './state.ts'

describe('drawState', () => {
  it('gives each state of a channel glyph and words', () => {
    for (const state of CHANNEL_STATES) {
      const drawn = drawState(channelView({ state, firstSegmentInSeconds: 4 }), 0, true)
      expect(drawn.glyph, state).toBeTruthy()
      expect(drawn.words.key, state).toBeTruthy()
    }
  })

  it('does not wait for a playlist where there is no HLS', () => {
    const drawn = (kind: 'webrtc' | 'webrtc-hls', state: 'receiving' | 'playable') =>
      drawState(webrtcChannelView({ kind, state }), 0, true)
    const [waits, seen] = [{ glyph: 'half', severity: 2 } as const, { glyph: 'ok', severity: 3 } as const]
    expect(drawn('webrtc', 'receiving')).toMatchObject({ ...waits, words: { key: 'noMedia' } })
    expect(drawn('webrtc', 'playable')).toMatchObject({ ...seen, words: { key: 'connected' } })
    expect(drawn('webrtc-hls', 'receiving')).toMatchObject({ ...waits, words: { key: 'receiving' } })
    expect(drawn('webrtc-hls', 'playable')).toMatchObject({ ...seen, words: { key: 'healthy' } })
  })

  it('claims nothing without contact', () => {
    expect(drawState(channelView({ state: 'playable' }), 0, false).words).toEqual({ key: 'unknown' })
  })

  it('says when the first segment can be there, and that it is due', () => {
    const words = (seconds: number | null) =>
      drawState(channelView({ state: 'packaging', firstSegmentInSeconds: seconds }), 0, true).words
    expect(words(4)).toEqual({ key: 'packaging', seconds: 4 })
    expect(words(0)).toEqual({ key: 'packagingSoon' })
    expect(words(null)).toEqual({ key: 'packagingSoon' })
  })

  it('shows findings on top of a playable channel, the failing ones as such', () => {
    const finding = { code: 'no-audio', severity: 'warn', since: 0, values: {} } as const
    const channel = channelView({ state: 'playable', findings: [finding] })
    expect(drawState(channel, 0, true)).toMatchObject({ glyph: 'warn', words: { count: 1 } })
    const failing = channelView({ state: 'playable', findings: [finding, { ...finding, severity: 'fail' }] })
    expect(drawState(failing, 0, true)).toMatchObject({ glyph: 'fail', words: { count: 2 } })
  })

  it('measures silence from the last media', () => {
    const connection = connectionView()
    const stats = connection.stats && { ...connection.stats, lastMediaAt: 2000 }
    const connections = [{ ...connection, stats }]
    const channel = channelView({ state: 'starving', stateSince: 5000, connections })
    expect(drawState(channel, 7900, true).words).toEqual({ key: 'starving', seconds: 5 })
    expect(drawState(channel, 4900, true).words).toEqual({ key: 'starving', seconds: 3 })
  })
})

describe('byUrgency', () => {
  it('puts the worst on top, then what is on air, then the newest', () => {
    const list = [
      channelView({ channelId: 'idle', stateSince: 9 }),
      channelView({ channelId: 'fine', state: 'playable', onAirSince: 1 }),
      channelView({ channelId: 'waits', state: 'packaging' }),
      channelView({ channelId: 'gone', state: 'no-signal' }),
      channelView({ channelId: 'starves', state: 'starving', onAirSince: 1 }),
      channelView({ channelId: 'newer', stateSince: 10 }),
    ]
    expect(list.sort(byUrgency(0)).map((c) => c.channelId)).toEqual([
      'gone',
      'starves',
      'waits',
      'fine',
      'newer',
      'idle',
    ])
  })
})
