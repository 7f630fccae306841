/** The room of recordings in every state. */
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { RecordingView } from '../../service/contract/console/recordings.ts'
import { mixed, townHall } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import {
  available,
  blocked,
  destinationOfRecordings,
  lost,
  manyRecordings,
  recording,
  recordingDetail,
  recordings,
  uploading,
} from '../support/console-recording-scenes.ts'
import type { Scene } from './scene.ts'

const LIVE = { recording: 3, recordingBps: 11_600_000, pendingBytes: 5.02e9, failing: 1, reserveBytes: 2e9 }
const IDLE = { recording: 0, recordingBps: 0, pendingBytes: 0, failing: 0, reserveBytes: 2e9 }

function showRecordings(
  s: StandIn,
  shown: readonly RecordingView[] = recordings,
  before: number | null = null,
  archive = LIVE,
): void {
  s.show(mixed, { archive })
  s.answer(CONSOLE_API.recordings.retention, 200, { keepDays: null, due: { count: 0, bytes: 0 } })
  s.answer(CONSOLE_API.recordings.list, 200, { recordings: shown, before })
  s.answer(CONSOLE_API.destinations.list, 200, { destinations: [destinationOfRecordings] })
  for (const one of [recording, uploading, blocked, available, lost])
    s.answer(CONSOLE_API.recordings.find, 200, recordingDetail(one), { params: { id: one.id } })
}

const details = (name: string, { id }: RecordingView): Scene => ({
  name: `recordings-${name}`,
  path: `/archives?recording=${id}`,
  prepare: (s) => showRecordings(s),
  after: async (page) => page.locator('aside footer').waitFor(),
})

/** Opens the row that is shown, by a key. */
const withKey = (name: string, shown: RecordingView, key: string, prepare: (s: StandIn) => void): Scene => ({
  name: `recordings-${name}`,
  path: `/archives?recording=${shown.id}`,
  prepare: (s) => {
    showRecordings(s)
    prepare(s)
  },
  after: async (page) => {
    await page.locator('aside footer').waitFor()
    await page.locator('aside').press(key)
    await page.getByRole('dialog').waitFor()
  },
})

export const RECORDING_SCENES: readonly Scene[] = [
  {
    name: 'recordings-retention',
    path: '/archives',
    prepare: (s) => {
      showRecordings(s)
      const due = { count: 12, bytes: 34.2e9 }
      s.answer(CONSOLE_API.recordings.retention, 200, { keepDays: null, due }, { query: { days: '30' } })
    },
    after: async (page) => {
      await page.getByRole('button', { name: /^(Keep…|保存期間…)$/ }).click()
      await page.getByRole('dialog').getByRole('combobox').click()
      await page.getByRole('option', { name: /^30/ }).click()
      await page.getByRole('dialog').getByRole('status').waitFor()
    },
  },
  { name: 'recordings', path: '/archives', prepare: (s) => showRecordings(s) },
  details('live', recording),
  details('uploading', uploading),
  details('waiting', blocked),
  details('available', available),
  details('lost', lost),
  {
    name: 'recordings-unknown',
    path: `/archives?recording=${townHall.channelId}`,
    prepare: (s) => {
      showRecordings(s)
      s.answer(CONSOLE_API.recordings.find, 404, { ok: false }, { params: { id: townHall.channelId } })
    },
  },
  {
    name: 'recordings-many',
    path: '/archives',
    prepare: (s) => showRecordings(s, manyRecordings(90), 300),
    after: async (page) => page.getByRole('grid').waitFor(),
  },
  {
    name: 'recordings-filters',
    path: '/archives?state=available&connection=01KB3Z5N8QCONNECT00000000C',
    prepare: (s) => showRecordings(s, [available]),
    after: async (page) => {
      const folded = page.getByRole('button', { name: /^(Filters|絞り込み)/ })
      if (await folded.isVisible()) await folded.click()
    },
  },
  {
    name: 'recordings-off',
    path: '/archives',
    prepare: (s) => {
      showRecordings(s, [], null, IDLE)
      s.answer(CONSOLE_API.destinations.list, 200, { destinations: [] })
    },
    after: async (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'recordings-empty',
    path: '/archives',
    prepare: (s) => showRecordings(s, [], null, IDLE),
    after: async (page) => page.locator('main h2').waitFor(),
  },
  { name: 'recordings-no-match', path: '/archives?q=zzz', prepare: (s) => showRecordings(s, [], null, IDLE) },
  {
    name: 'recordings-failed',
    path: '/archives',
    prepare: (s) => {
      showRecordings(s)
      s.answer(CONSOLE_API.recordings.list, 500, {})
    },
    after: async (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'recordings-disk-full',
    path: '/archives',
    prepare: (s) => {
      showRecordings(s)
      s.show(mixed, { archive: LIVE, diskFreeBytes: 1.9e9 })
    },
  },
  withKey('delete', blocked, 'Delete', () => undefined),
  withKey('play-refused', available, 'p', (s) =>
    s.refuse(CONSOLE_API.recordings.play, refusal('NOT_PLAYABLE'), { params: { id: available.id } }),
  ),
  {
    name: 'detail-recordings',
    path: `/channels/${townHall.channelId}`,
    prepare: (s) => {
      showRecordings(s)
      s.answer(
        CONSOLE_API.recordings.list,
        200,
        {
          recordings: [recording, uploading, available],
          before: 1,
        },
        { query: { channel: townHall.channelId, limit: '3' } },
      )
    },
    after: async (page) => page.locator('a[href*="/archives?channel="]').first().waitFor(),
  },
]
