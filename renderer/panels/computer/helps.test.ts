import { expect, it } from 'vitest'
import { channelView, connectionView } from '../../../test/support/console-views.ts'
import type { ProcessView } from '../../../service/contract/console/load.ts'
import { helps } from './helps.ts'

const NOW = 1_800_000_000_000
const process = (name: ProcessView['name'], channelId: string | null, cpu: number | null): ProcessView => ({
  ...{ name, pid: 1, channelId, spare: false, cpu, memoryBytes: 0 },
})
const processes = [
  process('transcode', 'A', 0.5),
  process('test-picture', 'A', 0.11),
  process('transcode', 'B', 0.02),
  process('test-picture', 'B', 0.01),
  process('transcode', 'C', 0.3),
]
const picture = (channelId: string) => channelView({ channelId, testPicture: true })
const channels = [picture('B'), picture('A'), channelView({ channelId: 'C' })]
const view = { processes, others: { cpu: 0.08, memoryBytes: 0 } }

it('is what gives most first: test pictures with all that runs for them, and other programs', () => {
  expect(helps(view, channels, new Map(), NOW)).toEqual([
    { kind: 'test-picture', channel: channels[1], cpu: 0.61 },
    { kind: 'others', cpu: 0.08 },
    { kind: 'test-picture', channel: channels[0], cpu: expect.closeTo(0.03) as number },
  ])
})

it('has no broadcast, no program that takes little, and no number where one is not known', () => {
  const starting = [process('test-picture', 'A', null), process('transcode', 'A', 0.2)]
  const idle = { processes: starting, others: { cpu: 0.04, memoryBytes: 0 } }
  expect(helps(idle, channels.slice(1), new Map(), NOW)).toEqual([
    { kind: 'test-picture', channel: channels[1], cpu: null },
  ])
  expect(helps({ ...idle, others: { cpu: null, memoryBytes: 0 } }, [], new Map(), NOW)).toEqual([])
})

it('offers for 10 minutes to undo it, where nobody sends by then', () => {
  const ended = new Map([['C', NOW - 599_999]])
  const quiet = { processes: [], others: { cpu: 0, memoryBytes: 0 } }
  const c = channelView({ channelId: 'C' })
  const offered = (channel: typeof c, now = NOW) =>
    helps(quiet, [channel], ended, now).map(({ kind }) => kind)
  expect(offered(c)).toEqual(['ended'])
  expect(offered(c, NOW + 1)).toEqual([])
  expect(offered({ ...c, connections: [connectionView()] })).toEqual([])
  expect(offered({ ...c, testPicture: true })).toEqual(['test-picture'])
})
