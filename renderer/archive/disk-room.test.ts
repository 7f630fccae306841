import { expect, it } from 'vitest'
import { engineView } from '../../test/support/console-views.ts'
import { diskRoom, roomUnits } from './disk-room.ts'

const RESERVE = 1_000_000_000
const engine = (diskFreeBytes: number, recordingBps: number) =>
  engineView({
    diskFreeBytes,
    archive: { recording: 1, recordingBps, pendingBytes: 0, failing: 0, reserveBytes: RESERVE },
  })

it('counts how long the disk lasts at the current rate, above what stays free', () => {
  // 8 Mbit/s is 1 MB/s, 3.6 GB/h.
  expect(diskRoom(engine(RESERVE + 36_000_000_000, 8_000_000))).toEqual({ tone: 'ok', leftMs: 36_000_000 })
})

it('does not count while nothing is recorded', () => {
  expect(diskRoom(engine(RESERVE + 1, 0))).toEqual({ tone: 'ok', leftMs: null })
})

it('warns below two hours, and says when nothing more is recorded', () => {
  expect(diskRoom(engine(RESERVE + 7_000_000_000, 8_000_000)).tone).toBe('warn')
  expect(diskRoom(engine(RESERVE, 8_000_000))).toEqual({ tone: 'fail', leftMs: 0 })
  expect(diskRoom(engine(RESERVE, 0)).tone).toBe('fail')
})

it('counts hours, and minutes where there are few', () => {
  expect(roomUnits(38.9 * 3_600_000)).toEqual({ unit: 'hours', number: 38 })
  expect(roomUnits(119 * 60_000)).toEqual({ unit: 'minutes', number: 119 })
})
