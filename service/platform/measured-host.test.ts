import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { waitFor } from '../../test/support/wait-for.ts'
import type { ProcessUsage, ThumbnailRequests } from '../contract/worker-protocol.ts'
import { nodeHost } from './host.ts'
import { measuredHost } from './measured-host.ts'
import { Rpc } from './rpc.ts'

const real = nodeHost((name) => join(import.meta.dirname, `../../test/support/fake-${name}.ts`))
afterEach(() => real.killAll())

it('asks a process what it uses, unseen by those who talk to it, until it is gone', async () => {
  const host = measuredHost(real)
  const told: ProcessUsage[] = []
  host.onUsage((one, usage) => told.push(one.pid === worker.pid ? usage : { ...usage, cpuMs: NaN }))
  const worker = await host.start('thumbnail')
  const rpc = Rpc.connect<ThumbnailRequests, Record<string, never>>(worker, {})
  const draw = () => rpc.request('draw', { decoderConfig: new Uint8Array(), data: Buffer.from('a') }, 30_000)
  await draw()
  const [running] = host.running()
  expect(running).toMatchObject({ name: 'thumbnail', pid: worker.pid })
  running?.ask()
  await waitFor(() => told.length > 0, 'the first answer')
  running?.ask()
  await waitFor(() => told.length > 1, 'the second answer')
  const [first, second] = told
  expect(first?.cpuMs).toBeGreaterThan(0)
  expect(first?.memoryBytes).toBeGreaterThan(1_000_000)
  expect(second?.at).toBeGreaterThan(first?.at ?? Infinity)
  expect(second?.cpuMs).toBeGreaterThanOrEqual(first?.cpuMs ?? Infinity)
  expect((await draw()).jpeg).toBeDefined()

  const gone = new Promise<void>((resolve) => worker.onClose(resolve))
  worker.kill()
  await gone
  expect(host.running()).toEqual([])
})
