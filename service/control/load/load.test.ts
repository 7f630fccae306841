import { afterEach, beforeEach, expect, it } from 'vitest'
import { SetClock } from '../../../test/support/set-clock.ts'
import { Load } from './load.ts'

const GB = 1e9
let clock: SetClock
let load: Load
let busyMs: number
let totalMs: number
let memoryFreeBytes: number

beforeEach(() => {
  clock = new SetClock()
  ;[busyMs, totalMs, memoryFreeBytes] = [1000, 9000, 8 * GB]
  load = loadWith(0.85)
})

const loadWith = (cpuLimit: number | null) =>
  new Load(clock, cpuLimit, () => ({ cores: 2, busyMs, totalMs, memoryBytes: 16 * GB, memoryFreeBytes }))
afterEach(() => load.close())

/** So much of both cores is busy. */
function run(seconds: number, share: number): void {
  for (let i = 0; i < seconds; i += 1) {
    busyMs += 2000 * share
    totalMs += 2000
    clock.advance(1000)
  }
}
const overload = () => load.view().overload

it('knows no share before it has measured twice', () => {
  expect(load.view()).toEqual({
    ...{ cores: 2, cpu: null, memoryBytes: 16 * GB, memoryFreeBytes: 8 * GB },
    ...{ cpuLimit: 0.85, overload: null },
  })
  run(5, 0.314)
  expect(load.view().cpu).toBe(0.31)
})

it('shows the last 3 s, long before it says that they are too much', () => {
  run(60, 0.1)
  run(1, 1)
  expect(load.view().cpu).toBe(0.4)
  run(2, 1)
  expect(load.view()).toMatchObject({ cpu: 1, overload: null })
})

it('is too busy after 20 s of 85 %, since their beginning; one that is shorter is none', () => {
  const start = clock.now()
  run(15, 0.98)
  run(5, 0.8)
  run(15, 0.85)
  expect(overload()).toBeNull()
  run(5, 0.85)
  expect(overload()).toEqual({ since: start + 20_000, of: 'cpu' })
  run(60, 1)
  expect(overload()).toEqual({ since: start + 20_000, of: 'cpu' })
})

it('is relieved after 20 s below 75 %', () => {
  run(20, 1)
  run(60, 0.8)
  expect(overload()).not.toBeNull()
  run(15, 0.7)
  expect(overload()).not.toBeNull()
  run(5, 0.7)
  expect(overload()).toBeNull()
})

it('has too little memory where less than 8 % could be given', () => {
  memoryFreeBytes = 1.2 * GB
  run(20, 0.1)
  expect(overload()).toMatchObject({ of: 'memory' })
  memoryFreeBytes = 3 * GB
  run(20, 0.1)
  expect(overload()).toBeNull()
})

it('says since when it keeps up', () => {
  expect(load.blamed).toEqual({ since: 0, until: null })
  run(20, 1)
  expect(load.blamed.since).toBeNull()
  run(20, 0.5)
  expect(load.blamed).toEqual({ since: clock.now(), until: null })
})

it('may be too busy from the beginning of what may become it', () => {
  run(10, 0.3)
  const start = clock.now()
  run(3, 1)
  expect(load.blamed).toEqual({ since: 0, until: start })
  run(10, 1)
  expect(load.blamed).toEqual({ since: 0, until: start })
  run(1, 0)
  expect(load.blamed.until).toBeNull()
})

it('is too busy only where an operator says so', () => {
  load.close()
  load = loadWith(0.95)
  run(60, 0.94)
  expect(overload()).toBeNull()
  run(20, 0.95)
  expect(overload()).not.toBeNull()
  run(20, 0.86)
  expect(overload()).not.toBeNull()
  run(20, 0.84)
  expect(overload()).toBeNull()
  load.close()
  load = loadWith(null)
  memoryFreeBytes = 0
  run(60, 1)
  expect(load.view()).toMatchObject({ cpu: 1, cpuLimit: null, overload: null })
})

it('keeps what it measured in the last 5 minutes', () => {
  run(5, 0.5)
  run(5, 0.6)
  expect(load.recent).toEqual({ at: [clock.now() - 5000, clock.now()], cpu: [0.5, 0.6] })
  run(300, 0.7)
  expect(load.recent.cpu).toEqual(Array.from({ length: 60 }, () => 0.7))
})

it('reads what this computer counts', () => {
  const here = new Load(clock, 0.85)
  const { cores, memoryBytes, memoryFreeBytes: free } = here.view()
  here.close()
  expect(cores).toBeGreaterThan(0)
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThanOrEqual(memoryBytes)
})

it.each([3_600_000, -3_600_000])(
  'is too busy after the same 20 s where the clock is set by %d ms',
  (step) => {
    run(5, 1)
    clock.step = step
    run(10, 1)
    expect(overload()).toBeNull()
    run(5, 1)
    expect(overload()).toMatchObject({ of: 'cpu' })
  },
)
