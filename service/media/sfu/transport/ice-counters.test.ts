import { expect, it } from 'vitest'
import { IceCounters } from './ice-counters.ts'

it('counts nothing before ICE begins', () => {
  expect(new IceCounters().stats(5_000)).toEqual({
    total_checking: 0,
    total_connected: 0,
    total_disconnected: 0,
    total_checking_duration_ms: 0,
    total_disconnected_duration_ms: 0,
  })
})

it('counts how often each state began, and how long it lasted', () => {
  const ice = new IceCounters()
  ice.changed('checking', 1_000)
  expect(ice.stats(1_030.4)).toMatchObject({ total_checking: 1, total_checking_duration_ms: 30 })
  ice.changed('connected', 1_080.6)
  ice.changed('disconnected', 9_000)
  expect(ice.stats(9_500)).toMatchObject({ total_disconnected: 1, total_disconnected_duration_ms: 500 })
  ice.changed('checking', 10_000)
  ice.changed('connected', 10_020)
  expect(ice.stats(60_000)).toEqual({
    total_checking: 2,
    total_connected: 2,
    total_disconnected: 1,
    total_checking_duration_ms: 101,
    total_disconnected_duration_ms: 1_000,
  })
})

it('is connected once however often that is told and completed', () => {
  const ice = new IceCounters()
  for (const state of ['checking', 'connected', 'connected', 'completed', 'connected', 'completed'])
    ice.changed(state, 0)
  expect(ice.stats(0)).toMatchObject({ total_checking: 1, total_connected: 1 })
})
