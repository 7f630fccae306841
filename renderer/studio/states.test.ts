import { describe, expect, test } from 'vitest'
import {
  backOffMs,
  isBusy,
  isResumable,
  MOST_TRIES,
  next,
  type PublisherEvent,
  type PublisherState,
} from './states.ts'

const broadcast = { channelId: 'C', isRehearsal: false }
const states: Record<PublisherState['kind'], PublisherState> = {
  idle: { kind: 'idle' },
  preparing: { kind: 'preparing', isRehearsal: false },
  connecting: { kind: 'connecting', broadcast },
  live: { kind: 'live', broadcast, connectionId: 'X' },
  reconnecting: { kind: 'reconnecting', broadcast, tries: 1 },
  ended: { kind: 'ended', broadcast, reason: { kind: 'operator' }, at: 1 },
}
const events: Record<PublisherEvent['type'], PublisherEvent> = {
  started: { type: 'started', isRehearsal: true },
  prepared: { type: 'prepared', broadcast },
  opened: { type: 'opened', connectionId: 'Y' },
  lost: { type: 'lost', at: 2 },
  closed: { type: 'closed', at: 2 },
  refused: { type: 'refused', text: 'no', at: 2 },
  stopped: { type: 'stopped', at: 2 },
  dismissed: { type: 'dismissed' },
}
/** Where each event leads; '-' where it means nothing. In the order of `events`. */
const TABLE: Record<PublisherState['kind'], readonly string[]> = {
  idle: ['preparing', '-', '-', '-', '-', '-', '-', '-'],
  preparing: ['-', 'connecting', '-', '-', '-', 'ended', 'ended', '-'],
  connecting: ['-', '-', 'live', '-', '-', 'ended', 'ended', '-'],
  live: ['-', '-', '-', 'reconnecting', 'ended', 'ended', 'ended', '-'],
  reconnecting: ['-', '-', 'live', 'reconnecting', '-', 'ended', 'ended', '-'],
  ended: ['preparing', '-', '-', '-', '-', '-', '-', 'idle'],
}

describe.each(Object.values(states))('$kind', (state) => {
  test.each(Object.values(events).map((event, index) => ({ event, to: TABLE[state.kind][index] })))(
    '$event.type → $to',
    ({ event, to }) => {
      const after = next(state, event)
      if (to === '-') expect(after).toBe(state)
      else expect(after.kind).toBe(to)
    },
  )
})

test('a start while something runs changes nothing, so two starts are one', () => {
  const once = next(states.idle, events.started)
  expect(next(once, events.started)).toBe(once)
  expect(isBusy(once)).toBe(true)
})

test('lost tries are counted, and the last one ends the broadcast with their number', () => {
  let state = next(states.live, events.lost)
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    expect(state).toMatchObject({ kind: 'reconnecting', tries })
    state = next(state, events.lost)
  }
  expect(next(state, events.lost)).toMatchObject({
    kind: 'ended',
    broadcast,
    reason: { kind: 'lost', tries: MOST_TRIES },
  })
})

test('a broadcast that came back counts anew', () => {
  const back = next({ kind: 'reconnecting', broadcast, tries: 7 }, events.opened)
  expect(next(back, events.lost)).toMatchObject({ tries: 1 })
})

test('one press resumes for 10 s what nobody else ended, and no rehearsal', () => {
  const ended = { kind: 'ended', broadcast, reason: { kind: 'lost', tries: 10 }, at: 1000 } as const
  expect(isResumable(ended, 10_999)).toBe(true)
  expect(isResumable(ended, 11_000)).toBe(false)
  expect(isResumable({ ...ended, reason: { kind: 'closed' } }, 1000)).toBe(false)
  expect(isResumable({ ...ended, broadcast: { ...broadcast, isRehearsal: true } }, 1000)).toBe(false)
  expect(isResumable({ ...ended, broadcast: null }, 1000)).toBe(false)
})

test('waits grow to 8 s', () => {
  expect([1, 2, 3, 4, 5, 9].map(backOffMs)).toEqual([500, 1000, 2000, 4000, 8000, 8000])
})
