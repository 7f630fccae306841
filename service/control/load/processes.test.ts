import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { ProcessUsage } from '../../contract/worker-protocol.ts'
import type { MeasuredProcess } from '../../platform/measured-host.ts'
import { Processes } from './processes.ts'

const MB = 1e6
let clock: ManualClock
let running: MeasuredProcess[]
let asked: number[]
let own: ProcessUsage
let tell: (process: MeasuredProcess, usage: ProcessUsage) => void
let processes: Processes

const ingest = worker('ingest', 11)
function worker(name: MeasuredProcess['name'], pid: number): MeasuredProcess {
  return { name, pid, ask: () => asked.push(pid) }
}

beforeEach(() => {
  clock = new ManualClock()
  running = [ingest]
  asked = []
  own = { at: 0, cpuMs: 100, memoryBytes: 90 * MB }
  processes = new Processes({
    host: { running: () => running, onUsage: (listener) => (tell = listener) },
    clock,
    cores: 4,
    own: { pid: 1, read: () => own },
  })
})
afterEach(() => processes.close())

it('is a share of all cores, from one answer to the next', () => {
  expect(processes.list()).toEqual([
    { name: 'control', pid: 1, cpu: null, memoryBytes: 90 * MB },
    { name: 'ingest', pid: 11, cpu: null, memoryBytes: null },
  ])
  tell(ingest, { at: 7000, cpuMs: 500, memoryBytes: 60 * MB })
  expect(processes.list()[1]).toMatchObject({ cpu: null, memoryBytes: 60 * MB })
  own = { at: 5000, cpuMs: 1100, memoryBytes: 91 * MB }
  clock.advance(5000)
  expect(asked).toEqual([11])
  // Its answer is late: by its own clock 8 s have passed, of which it was busy for 16 on its threads.
  tell(ingest, { at: 15_000, cpuMs: 16_500, memoryBytes: 61 * MB })
  expect(processes.list()).toEqual([
    { name: 'control', pid: 1, cpu: 0.05, memoryBytes: 91 * MB },
    { name: 'ingest', pid: 11, cpu: 0.5, memoryBytes: 61 * MB },
  ])
})

it('is not known of one that does not answer, and not told of one that is gone', () => {
  tell(ingest, { at: 0, cpuMs: 0, memoryBytes: MB })
  tell(ingest, { at: 5000, cpuMs: 5000, memoryBytes: MB })
  clock.advance(15_000)
  expect(processes.list()[1]).toMatchObject({ cpu: 0.25 })
  clock.advance(5000)
  expect(processes.list()[1]).toEqual({ name: 'ingest', pid: 11, cpu: null, memoryBytes: null })
  const sfu = worker('sfu', 12)
  running = [sfu]
  tell(sfu, { at: 0, cpuMs: 0, memoryBytes: MB })
  expect(processes.list().map(({ name }) => name)).toEqual(['control', 'sfu'])
})
