import { expect, test } from 'vitest'
import { followUpdates, useUpdates, versionWords, type VersionState } from './updates.ts'

test('a browser has no updates', () => {
  followUpdates()
  expect(useUpdates.getState()).toBeNull()
})

test.each<[VersionState, string, object]>([
  [{ phase: 'ready', version: '2.0.0' }, 'ready', { version: '2.0.0' }],
  [{ phase: 'downloading', version: '2.0.0', percent: 7 }, 'downloading', { percent: 7 }],
  [{ phase: 'waiting', version: '2.0.0', restartsAt: null }, 'waiting', { seconds: 0 }],
  [{ phase: 'waiting', version: '2.0.0', restartsAt: 21_001 }, 'restarting', { seconds: 21 }],
  [{ phase: 'waiting', version: '2.0.0', restartsAt: 900 }, 'restarting', { seconds: 0 }],
])('%j is said as %s', (state, key, values) => {
  expect(versionWords(state, 1_000)).toMatchObject({ key, values })
})
