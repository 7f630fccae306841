import { beforeEach, expect, it } from 'vitest'
import { diskFullError } from '../../../test/support/full-disk.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { LateWrites } from './late-writes.ts'

const lines: string[] = []
const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
let clock: ManualClock
let late: LateWrites
/** What every write throws; null where there is room. */
let trouble: Error | null
const written: string[] = []

beforeEach(() => {
  clock = new ManualClock()
  late = new LateWrites(clock)
  trouble = null
  lines.length = 0
  written.length = 0
})

const write = (name: string, fails = false) =>
  late.write(logger, { connectionId: name as ConnectionId }, () => {
    if (trouble) throw trouble
    if (fails) throw new Error('a rule of the table')
    written.push(name)
  })

it('writes at once', () => {
  write('a')
  expect(written).toEqual(['a'])
  expect(lines).toEqual([])
})

it('writes what found no room in its order once there is some, and says it once of each', () => {
  trouble = diskFullError()
  write('a')
  write('b')
  clock.advance(60_000)
  expect(written).toEqual([])
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'connection not written yet',
    'connection not written yet',
  ])
  trouble = null
  clock.advance(5_000)
  expect(written).toEqual(['a', 'b'])
})

it('writes what waits before what comes', () => {
  trouble = diskFullError()
  write('a')
  trouble = null
  write('b')
  expect(written).toEqual(['a', 'b'])
  clock.advance(60_000)
  expect(written).toEqual(['a', 'b'])
})

it('is held up by nothing that can never be written', () => {
  trouble = diskFullError()
  write('a', true)
  write('b')
  trouble = null
  clock.advance(5_000)
  expect(written).toEqual(['b'])
  expect(lines.at(-1)).toContain('a rule of the table')
})

it('tries a last time when it ends, and no more', () => {
  trouble = diskFullError()
  write('a')
  write('b')
  late.close()
  trouble = null
  clock.advance(60_000)
  expect(written).toEqual([])
  late.close()
  expect(written).toEqual(['a', 'b'])
})

it('keeps 10,000 at most', () => {
  trouble = diskFullError()
  for (let i = 0; i < 10_001; i++) write(String(i))
  trouble = null
  clock.advance(5_000)
  expect(written).toHaveLength(10_000)
})
