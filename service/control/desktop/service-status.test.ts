import { expect, test } from 'vitest'
import type { ServiceStatus } from '../../contract/host-protocol.ts'
import { watchStatus } from './service-status.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'

const quiet: ServiceStatus = {
  onAir: [],
  webhooksFailing: 0,
  uploadsFailing: 0,
  pendingBytes: 0,
  nextSchedule: null,
  awaited: null,
  overrun: null,
}

test('the status is told at once, then only what is new, at most once a second, until it is stopped', () => {
  const clock = new ManualClock()
  const told: number[] = []
  let failing = 0
  const stop = watchStatus({
    read: () => ({ ...quiet, webhooksFailing: failing }),
    clock,
    listener: (status) => told.push(status.webhooksFailing),
  })
  expect(told).toEqual([0])
  clock.advance(5000)
  expect(told).toEqual([0])
  failing = 1
  failing = 2
  clock.advance(999)
  expect(told).toEqual([0])
  clock.advance(1)
  expect(told).toEqual([0, 2])
  failing = 0
  clock.advance(3000)
  expect(told).toEqual([0, 2, 0])
  stop()
  failing = 3
  clock.advance(5000)
  expect(told).toEqual([0, 2, 0])
})
