import { describe, expect, it } from 'vitest'
import {
  CONNECTION_EVENTS,
  CONNECTION_STATES,
  INITIAL_CONNECTION_STATE,
  connectionDiagram,
  step,
} from './connection-machine.ts'
import type { ConnectionState } from './connection-machine.ts'

const TERMINAL: readonly ConnectionState[] = ['refused', 'abandoned', 'closed']
const nextOf = (state: ConnectionState) =>
  CONNECTION_EVENTS.flatMap((event) => {
    const next = step(state, event)
    return typeof next === 'string' ? [] : [next]
  })

describe('the life of a connection', () => {
  it('answers every event in every state', () => {
    const table = CONNECTION_STATES.map((state) =>
      CONNECTION_EVENTS.map((event) => {
        const next = step(state, event)
        return typeof next === 'string' ? next : next.to
      }),
    )
    expect(table).toEqual([
      // accepted, refused, playlist-ready, publisher-gone, playlist-ended, grace-over, worker-lost
      ['open', 'refused', 'illegal', 'illegal', 'illegal', 'illegal', 'abandoned'],
      ['illegal', 'illegal', 'open', 'grace', 'illegal', 'illegal', 'closed'],
      ['illegal', 'illegal', 'grace', 'ignored', 'closed', 'closed', 'closed'],
      ['illegal', 'illegal', 'ignored', 'ignored', 'ignored', 'ignored', 'ignored'],
      ['illegal', 'illegal', 'ignored', 'ignored', 'ignored', 'ignored', 'ignored'],
      ['illegal', 'illegal', 'ignored', 'ignored', 'ignored', 'ignored', 'ignored'],
    ])
  })

  it('reaches every state, and an end from each', () => {
    const reached = new Set<ConnectionState>([INITIAL_CONNECTION_STATE])
    for (const state of reached) for (const next of nextOf(state)) reached.add(next.to)
    expect([...reached].sort()).toEqual([...CONNECTION_STATES].sort())
    for (const state of CONNECTION_STATES) {
      const seen = new Set<ConnectionState>([state])
      for (const s of seen) for (const next of nextOf(s)) seen.add(next.to)
      expect(TERMINAL.some((end) => seen.has(end))).toBe(true)
      if (TERMINAL.includes(state)) expect(nextOf(state)).toEqual([])
    }
  })

  it('writes created and destroyed exactly once on every way through', () => {
    const walk = (state: ConnectionState, done: readonly string[], depth: number): void => {
      const count = (effect: string) => done.filter((d) => d === effect).length
      expect(count('record-destroyed')).toBeLessThanOrEqual(count('record-created'))
      if (TERMINAL.includes(state)) {
        expect(count('record-created')).toBe(state === 'closed' ? 1 : 0)
        expect(count('record-destroyed')).toBe(state === 'closed' ? 1 : 0)
        expect(count('forget')).toBe(1)
      } else if (depth > 0) {
        for (const next of nextOf(state)) walk(next.to, [...done, ...next.effects], depth - 1)
      }
    }
    walk(INITIAL_CONNECTION_STATE, [], 6)
  })

  it('prints its own diagram', () => {
    expect(connectionDiagram()).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> authorising',
        '  authorising --> open: accepted / record-created, arm-minutes',
        '  authorising --> refused: refused / forget',
        '  authorising --> abandoned: worker-lost / forget',
        '  open --> open: playlist-ready / record-playlist',
        '  open --> grace: publisher-gone / record-destroyed, arm-grace',
        '  open --> closed: worker-lost / record-destroyed, forget',
        '  grace --> grace: playlist-ready / record-playlist',
        '  grace --> closed: playlist-ended / forget',
        '  grace --> closed: grace-over / forget',
        '  grace --> closed: worker-lost / forget',
        '  refused --> [*]',
        '  abandoned --> [*]',
        '  closed --> [*]',
      ].join('\n'),
    )
  })
})
