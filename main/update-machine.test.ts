import { expect, test } from 'vitest'
import type { UpdateState } from '../service/contract/desktop-bridge.ts'
import { afterEvent, QUIET_MS, type UpdateEvent } from './update-machine.ts'

const NEVER: UpdateState = { phase: 'idle', checkedAt: null }
const VERSION = '2.0.0'
const STATES: readonly UpdateState[] = [
  { phase: 'off', reason: 'no-feed' },
  NEVER,
  { phase: 'checking' },
  { phase: 'available', version: VERSION },
  { phase: 'downloading', version: VERSION, percent: 40 },
  { phase: 'ready', version: VERSION },
  { phase: 'waiting', version: VERSION, restartsAt: null },
  { phase: 'waiting', version: VERSION, restartsAt: 5 },
  { phase: 'installing', version: VERSION },
  { phase: 'failed', step: 'check', fault: 'unreachable', detail: 'gone' },
]
const EVENTS: readonly UpdateEvent[] = [
  { kind: 'check' },
  { kind: 'none', at: 1 },
  { kind: 'found', version: VERSION },
  { kind: 'download' },
  { kind: 'progress', percent: 50 },
  { kind: 'downloaded' },
  { kind: 'install', air: 'off' },
  { kind: 'install', air: 'on' },
  { kind: 'install', air: 'unknown' },
  { kind: 'postpone' },
  { kind: 'air', air: 'on', at: 1 },
  { kind: 'air', air: 'off', at: 1 },
  { kind: 'air', air: 'unknown', at: 1 },
  { kind: 'quiet' },
  { kind: 'failed', fault: 'other', detail: 'why' },
]

const run = (state: UpdateState, ...events: UpdateEvent[]) => events.reduce(afterEvent, state)

test('from a question to the installation, each step by the operator', () => {
  const found = run(NEVER, { kind: 'check' }, { kind: 'found', version: VERSION })
  expect(found).toEqual({ phase: 'available', version: VERSION })
  const ready = run(found, { kind: 'download' }, { kind: 'progress', percent: 99.9 }, { kind: 'downloaded' })
  expect(ready).toEqual({ phase: 'ready', version: VERSION })
  expect(run(ready, { kind: 'install', air: 'off' })).toEqual({ phase: 'installing', version: VERSION })
})

test.each(['on', 'unknown'] as const)('installing is put off while the air is %s', (air) => {
  const asked = run({ phase: 'ready', version: VERSION }, { kind: 'install', air })
  expect(asked).toEqual({ phase: 'waiting', version: VERSION, restartsAt: null })
  // Neither time nor a second click helps.
  expect(run(asked, { kind: 'quiet' }, { kind: 'install', air: 'off' })).toBe(asked)
})

test('what waits is installed when nothing has been on air for a while, and not when something came back', () => {
  const waiting: UpdateState = { phase: 'waiting', version: VERSION, restartsAt: null }
  const quiet = run(waiting, { kind: 'air', air: 'off', at: 1_000 })
  expect(quiet).toEqual({ phase: 'waiting', version: VERSION, restartsAt: 1_000 + QUIET_MS })
  expect(run(quiet, { kind: 'air', air: 'off', at: 9_000 })).toBe(quiet)
  expect(run(quiet, { kind: 'air', air: 'on', at: 9_000 }, { kind: 'quiet' })).toEqual(waiting)
  expect(run(quiet, { kind: 'air', air: 'unknown', at: 9_000 })).toEqual(waiting)
  expect(run(quiet, { kind: 'quiet' }).phase).toBe('installing')
  expect(run(quiet, { kind: 'install', air: 'off' }).phase).toBe('installing')
  expect(run(quiet, { kind: 'postpone' })).toEqual({ phase: 'ready', version: VERSION })
})

test('progress is whole and within 0 and 100, and the same figure is the same state', () => {
  const half: UpdateState = { phase: 'downloading', version: VERSION, percent: 50 }
  expect(run(half, { kind: 'progress', percent: 50.9 })).toBe(half)
  expect(run(half, { kind: 'progress', percent: 120 })).toMatchObject({ percent: 100 })
  expect(run(half, { kind: 'progress', percent: -1 })).toMatchObject({ percent: 0 })
})

test('what failed says at which step, and can be tried again', () => {
  const failed = { kind: 'failed', fault: 'checksum', detail: 'why' } as const
  const download = run({ phase: 'downloading', version: VERSION, percent: 3 }, failed)
  expect(download).toEqual({ phase: 'failed', step: 'download', fault: 'checksum', detail: 'why' })
  expect(run({ phase: 'checking' }, failed)).toMatchObject({ step: 'check' })
  expect(run(download, { kind: 'check' })).toEqual({ phase: 'checking' })
})

test('only these lead to an installation, whatever comes in which state', () => {
  const ways = STATES.flatMap((state) =>
    EVENTS.filter((event) => afterEvent(state, event) !== state)
      .filter((event) => afterEvent(state, event).phase === 'installing')
      .map((event) => `${state.phase}: ${event.kind}${'air' in event ? ` ${event.air}` : ''}`),
  )
  // Those of `waiting` are of the state in which nothing is on air.
  expect(ways).toEqual([
    'ready: install off',
    ...['waiting: install off', 'waiting: install on', 'waiting: install unknown', 'waiting: quiet'],
  ])
})

test('nothing moves what is off or already installs', () => {
  for (const state of STATES.filter(({ phase }) => phase === 'off' || phase === 'installing'))
    for (const event of EVENTS) expect(afterEvent(state, event)).toBe(state)
})
