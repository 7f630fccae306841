/** What a real service says of the computer that it runs on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { ComputerView } from '../../service/contract/console/load.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

let service: RunningService
let console: ConsoleClient

beforeAll(async () => {
  service = await startService()
  console = await signIn(service.ready, service.ready)
})
afterAll(() => service.stop())

/** As soon as each process was asked twice. */
const measured = (): Promise<ComputerView> =>
  waitFor(
    async () => {
      const view = await console.done(CONSOLE_API.load.read)
      const isKnown = view.processes.every(({ cpu, memoryBytes }) => cpu !== null && memoryBytes !== null)
      return isKnown && view.processes.some(({ spare }) => spare) ? view : null
    },
    'what each process uses',
    60_000,
  )

test('each process counts itself, and the rest is the other programs', async () => {
  const { load, processes, others, recent } = await measured()
  const names = processes.map(({ name }) => name)
  expect(names).toContain('control')
  expect(names).toContain('ingest')
  expect(processes.find(({ spare }) => spare)).toMatchObject({ name: 'transcode', channelId: null })
  expect(processes.find(({ name }) => name === 'control')?.pid).toBe(service.pid)
  for (const { cpu, memoryBytes } of processes) {
    expect(cpu).toBeLessThanOrEqual(1)
    expect(memoryBytes).toBeGreaterThan(10_000_000)
    expect(memoryBytes).toBeLessThan(load.memoryBytes)
  }
  const shares = processes.map(({ cpu }) => cpu ?? -1)
  expect(shares).toEqual([...shares].sort((a, b) => b - a))
  expect(others.cpu).not.toBeNull()
  expect(recent.cpu.length).toBeGreaterThan(0)
  // Tests run where the computer may be as busy as it likes.
  expect(load).toMatchObject({ cpuLimit: null, overload: null })
})
