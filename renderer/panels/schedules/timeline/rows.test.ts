import { expect, it } from 'vitest'
import type { RecordingView } from '../../../../service/contract/console/recordings.ts'
import type { ScheduleView } from '../../../../service/contract/console/schedules.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { rowsOf, worstOf } from './rows.ts'

const span = { startsAt: 0, endsAt: 24 * HOUR_MS }
const now = 10 * HOUR_MS

function schedule(id: string, from: number, to: number, channelId: string | null = `C${id}`): ScheduleView {
  return {
    ...{ scheduleId: id, name: id, startsAt: from * HOUR_MS, endsAt: to * HOUR_MS, channelId },
    ...{ renditions: [], createdAt: 0, createdByName: 'Aiko' },
  }
}

function recording(connectionId: string, rendition: number, more: Partial<RecordingView>): RecordingView {
  return {
    ...{
      sequence: rendition,
      id: `${connectionId}${rendition}`,
      channelId: '',
      channelName: '',
      connectionId,
    },
    ...{ schedule: null, rendition, size: null, destinationId: '', bucketUri: '', path: '' },
    ...{ state: 'available', startedAt: 0, endedAt: null, durationMs: 0, bytes: 0, uploadedBytes: 0 },
    ...{ lostMs: 0, failures: 0, nextTryAt: null, lastFault: null, local: false, ...more },
  }
}

const rows = (given: Partial<Parameters<typeof rowsOf>[0]>) =>
  rowsOf({ schedules: [], sessions: [], recordings: [], span, now, ...given })

it('has what is planned for the day, and what was sent in it though planned for another', () => {
  const sent = { id: 1, scheduleId: 'rehearsed', startedAt: 5, endedAt: HOUR_MS }
  const schedules = [
    schedule('over midnight', -1, 1),
    schedule('day before', -5, 0),
    schedule('today', 9, 10),
    schedule('next day', 24, 25),
    schedule('rehearsed', 30, 31),
  ]
  const shown = rows({ schedules, sessions: [sent] })
  expect(shown.map((row) => row.schedule.name)).toEqual(['over midnight', 'today', 'rehearsed'])
  expect(shown.map((row) => row.sessions.length)).toEqual([0, 0, 1])
})

it('draws a session that runs until now, and a minute of one that has just begun', () => {
  const sessions = [
    { id: 1, scheduleId: 'today', startedAt: 9 * HOUR_MS, endedAt: 9.5 * HOUR_MS },
    { id: 2, scheduleId: 'today', startedAt: 9.75 * HOUR_MS, endedAt: null },
    { id: 3, scheduleId: 'today', startedAt: now + 20_000, endedAt: null },
  ]
  expect(rows({ schedules: [schedule('today', 9, 11)], sessions })[0]?.sessions).toEqual([
    { id: 1, running: false, startsAt: 9 * HOUR_MS, endsAt: 9.5 * HOUR_MS },
    { id: 2, running: true, startsAt: 9.75 * HOUR_MS, endsAt: now },
    { id: 3, running: true, startsAt: now + 20_000, endsAt: now + 20_000 + MINUTE_MS },
  ])
})

it('puts the renditions of a broadcast together, with the state that needs most attention', () => {
  const its = { schedule: { id: 'deleted', name: '' } }
  const recordings = [
    recording('second', 0, { ...its, state: 'recording', startedAt: 9.5 * HOUR_MS }),
    recording('first', 1, { ...its, startedAt: 9 * HOUR_MS, endedAt: 9.25 * HOUR_MS }),
    recording('first', 0, { ...its, state: 'failed', startedAt: 9 * HOUR_MS, durationMs: MINUTE_MS }),
    recording('other', 0, { channelId: 'C', schedule: null, endedAt: HOUR_MS }),
  ]
  expect(rows({ schedules: [schedule('deleted', 9, 11, null)], recordings })[0]?.recordings).toEqual([
    { connectionId: 'first', renditions: 2, state: 'failed', startsAt: 9 * HOUR_MS, endsAt: 9.25 * HOUR_MS },
    { connectionId: 'second', renditions: 1, state: 'recording', startsAt: 9.5 * HOUR_MS, endsAt: now },
  ])
  expect(worstOf([])).toBeNull()
  const [row] = rows({ schedules: [schedule('today', 0, 1, 'C')], recordings })
  expect(row?.recordings.map(({ connectionId }) => connectionId)).toEqual(['other'])
})
