import { describe, expect, it } from 'vitest'
import { MEMBER_EVENTS, MEMBER_STATES, memberDiagram, memberStep } from './member-machine.ts'
import type { MemberEffect, MemberEvent, MemberState } from './member-machine.ts'

const nextOf = (state: MemberState) =>
  MEMBER_EVENTS.flatMap((event) => {
    const next = memberStep(state, event)
    return typeof next === 'string' ? [] : [next]
  })

/** States and effects on the way of these events; a refusal of the table is an error. */
function follow(from: MemberState, events: readonly MemberEvent[]) {
  let state = from
  const effects: MemberEffect[] = []
  for (const event of events) {
    const next = memberStep(state, event)
    if (typeof next === 'string') throw new Error(`${event} in ${state}: ${next}`)
    state = next.to
    effects.push(...next.effects)
  }
  return { state, effects }
}

const CONNECT = ['offer-sent', 'answer-came', 'media-up'] as const
const FEED = [...CONNECT, 'hls-wanted', 'ingest-running', 'place-given'] as const

describe('the life of a member', () => {
  it('answers every event in every state', () => {
    const table = Object.fromEntries(
      MEMBER_STATES.map((state) => [
        state,
        MEMBER_EVENTS.map((event) => {
          const next = memberStep(state, event)
          if (typeof next === 'string') return next === 'illegal' ? '!' : '-'
          return next.to
        }).join(' '),
      ]),
    )
    expect(MEMBER_EVENTS.join(' ')).toBe(
      'accepted refused offer-sent answer-came media-up media-came hls-wanted ingest-running place-given ' +
        'place-refused playlist-ready playlists-closed playlists-lost playlist-ended grace-over gone ended',
    )
    expect(table).toEqual({
      authorising: 'packaging over ! ! ! ! ! - ! ! ! ! - ! ! over over',
      opening: '! ! offered ! ! ! ! - ! ! ! ! - ! ! over over',
      offered: '! ! ! connecting ! ! ! - ! ! ! ! - ! ! over over',
      connecting: '! ! ! ! open ! ! - ! ! ! ! - ! ! over over',
      open: '! ! ! ! - relayed waiting - - - - - - - - over over',
      relayed: '! ! ! ! - - ! - - - - - - - - over over',
      waiting: '! ! ! ! - ! ! placing - - - - - - - over over',
      placing: '! ! ! ! - ! ! - packaging waiting ! ! waiting ! ! grace ending',
      packaging: '! ! ! ! - ! ! - ! ! playable fading waiting ! ! grace ending',
      playable: '! ! ! ! - ! ! - ! ! - fading waiting ! ! grace ending',
      fading: '! ! ! ! - ! ! - - - fading - waiting waiting waiting grace ending',
      grace: '! ! ! ! - ! ! - grace over grace - over over over - ending',
      ending: '! ! ! ! - ! ! - ending over ending - over over over - -',
      over: '! ! - - - - - - - - - - - - - - -',
    })
  })

  it('reaches every state, and its end from each', () => {
    const reached = new Set<MemberState>(['authorising', 'opening'])
    for (const state of reached) for (const next of nextOf(state)) reached.add(next.to)
    expect([...reached].sort()).toEqual([...MEMBER_STATES].sort())
    for (const state of MEMBER_STATES) {
      const seen = new Set<MemberState>([state])
      for (const s of seen) for (const next of nextOf(s)) seen.add(next.to)
      expect(seen.has('over')).toBe(true)
    }
    expect(nextOf('over')).toEqual([])
  })

  it.each(['authorising', 'opening'] as const)(
    'that begins with %s is written once, ended once and forgotten once on every way through',
    (first) => {
      const seen = new Set<string>()
      const walk = (state: MemberState, done: readonly MemberEffect[]): void => {
        const count = (effect: MemberEffect) => done.filter((one) => one === effect).length
        const [opened, ended, forgotten] = [count('write-opened'), count('write-ended'), count('forget')]
        const key = [state, opened, ended, forgotten].join()
        if (seen.has(key)) return
        seen.add(key)
        expect(opened).toBeLessThanOrEqual(1)
        expect(ended).toBeLessThanOrEqual(1)
        expect(forgotten).toBe(state === 'over' ? 1 : 0)
        if (state === 'over') expect(ended).toBeGreaterThanOrEqual(opened)
        for (const next of nextOf(state)) walk(next.to, [...done, ...next.effects])
      }
      walk(first, [])
    },
  )

  it('of an encoder goes from the webhook to the grace of its playlists', () => {
    const { state, effects } = follow('authorising', ['accepted', 'playlist-ready', 'gone', 'playlist-ended'])
    expect(state).toBe('over')
    expect(effects).toEqual([
      ...(['write-opened', 'arm-minute', 'write-playlist', 'write-ended'] as const),
      ...(['end-playlists', 'close-place', 'arm-grace', 'forget'] as const),
    ])
  })

  it('that was ended on purpose has its playlists ended without a grace', () => {
    const ends = ['ended', 'playlist-ended'] as const
    const { state, effects } = follow('authorising', ['accepted', 'playlist-ready', ...ends])
    expect([state, follow('authorising', ['accepted', 'playlist-ready', 'ended']).state]).toEqual([
      'over',
      'ending',
    ])
    expect(effects.slice(-5)).toEqual([
      ...['write-ended', 'end-playlists', 'close-place', 'arm-grace', 'forget'],
    ])
  })

  it('of a client without HLS waits for nothing but its media', () => {
    const { state, effects } = follow('opening', [...CONNECT, 'media-came', 'ended'])
    expect(state).toBe('over')
    expect(effects).toEqual(['write-opened', 'arm-minute', 'write-ended', 'end-relay', 'forget'])
  })

  it('of a client goes on when its playlists end, and gets others from the next ingest process', () => {
    for (const way of [['playlists-lost'], ['playlists-closed', 'playlist-ended']] as const) {
      const { state, effects } = follow('opening', [...FEED, 'playlist-ready', ...way, 'ingest-running'])
      expect(state).toBe('placing')
      expect(effects.filter((effect) => effect === 'write-opened')).toHaveLength(1)
      expect(effects.slice(-2)).toEqual(['forget-playlists', 'ask-place'])
    }
  })

  it('gives a place back that comes after its end', () => {
    expect(follow('opening', [...FEED.slice(0, -1), 'gone', 'place-given']).effects.slice(-2)).toEqual([
      'arm-grace',
      'close-place',
    ])
  })

  it('is drawn with every transition', () => {
    const lines = memberDiagram().split('\n')
    expect(lines.slice(0, 3)).toEqual([
      'stateDiagram-v2',
      '  [*] --> authorising: by RTMP',
      '  [*] --> opening: by WebRTC',
    ])
    const transitions = MEMBER_STATES.flatMap(nextOf)
    expect(lines.filter((line) => line.includes('-->'))).toHaveLength(transitions.length + 3)
    expect(lines).toContain('  packaging --> playable: playlist-ready / write-playlist')
    expect(lines).toContain('  opening --> offered: offer-sent')
    expect(lines.at(-1)).toBe('  over --> [*]')
  })
})
