import { expect, it } from 'vitest'
import type { LoadView } from '../../contract/console/load.ts'
import type { ChannelId } from '../../contract/ids.ts'
import { computerView } from './computer.ts'
import type { ProcessLoad } from './processes.ts'

const GB = 1e9
const load: LoadView = {
  ...{ cores: 8, cpu: 0.98, memoryBytes: 16 * GB, memoryFreeBytes: GB },
  ...{ cpuLimit: 0.85, overload: null },
}
const one = (pid: number, cpu: number | null, memoryBytes: number | null): ProcessLoad => ({
  ...{ name: 'transcode', pid, cpu, memoryBytes },
})
const view = (processes: readonly ProcessLoad[], change: Partial<LoadView> = {}) =>
  computerView({
    now: 7,
    load: { view: () => ({ ...load, ...change }), recent: { at: [], cpu: [] } },
    processes,
    channels: new Map([[2, 'C' as ChannelId]]),
    spare: 3,
  })

it('has those of Airdesk by CPU, with what each works for, and all others in one', () => {
  const { processes, others } = view([one(3, 0, GB), one(1, 0.14, GB), one(2, 0.61, 2 * GB)])
  expect(processes).toEqual([
    { ...one(2, 0.61, 2 * GB), channelId: 'C', spare: false },
    { ...one(1, 0.14, GB), channelId: null, spare: false },
    { ...one(3, 0, GB), channelId: null, spare: true },
  ])
  expect(others).toEqual({ cpu: 0.23, memoryBytes: 11 * GB })
})

it('says nothing of others while it does not know its own, or the whole', () => {
  const { processes, others } = view([one(1, null, null), one(2, 0, GB)])
  expect(processes.map(({ pid }) => pid)).toEqual([2, 1])
  expect(others).toEqual({ cpu: null, memoryBytes: 14 * GB })
  expect(view([one(1, 0.1, GB)], { cpu: null }).others.cpu).toBeNull()
})

it('never has others use less than nothing', () => {
  expect(view([one(1, 0.99, 17 * GB)]).others).toEqual({ cpu: 0, memoryBytes: 0 })
})
