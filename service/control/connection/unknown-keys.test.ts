import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { UnknownKeys } from './unknown-keys.ts'

const START = 1_700_000_000_000
let clock: ManualClock
let keys: UnknownKeys

beforeEach(() => {
  clock = new ManualClock(START)
  keys = new UnknownKeys(clock, createLogger('silent'))
})

test('an encoder that tries again and again is told with its tries, until it has given up', () => {
  expect(keys.trying()).toBeNull()
  for (let i = 0; i < 3; i++) {
    keys.refused('192.0.2.7', 'OBS 32')
    clock.advance(40_000)
  }
  const told = { remoteAddress: '192.0.2.7', encoder: 'OBS 32', tries: 3, since: START }
  expect(keys.trying()).toEqual(told)
  clock.advance(19_999)
  expect(keys.trying()).toEqual(told)
  clock.advance(1)
  expect(keys.trying()).toBeNull()
  keys.refused('192.0.2.7', 'OBS 32')
  expect(keys.trying()).toEqual({ ...told, tries: 1, since: clock.now() })
})

test('of several the one that came last is told', () => {
  keys.refused('192.0.2.7', 'OBS 32')
  clock.advance(1000)
  keys.refused('192.0.2.8', '')
  expect(keys.trying()).toEqual({ remoteAddress: '192.0.2.8', encoder: '', tries: 1, since: START + 1000 })
})
