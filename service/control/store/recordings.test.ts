import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { MIGRATIONS_DIRECTORY, openTestDatabase } from '../../../test/support/database.ts'
import type { ArchiveDestinationId, ConnectionId, RecordingId } from '../../contract/ids.ts'
import { archiveDestinationRepository } from './archive-destinations.ts'
import { openDatabase } from './database.ts'
import { recordingFileStore } from './recording-files.ts'
import { recordingViews } from './recording-views.ts'
import { recordingStore } from './recordings.ts'

let folder: string

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'airdesk-recordings-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const INSERT_DESTINATION = `INSERT INTO archive_destinations (id, system_id, bucket_uri, settings, created_at)
  VALUES ('d', ?, 's3://bucket', '{}', 0)`
const recording = {
  ...{ id: 'r' as RecordingId, connectionId: 'c' as ConnectionId, rendition: 0, eventWebhookUrl: '' },
  ...{ destinationId: 'd' as ArchiveDestinationId, size: null, path: 'p/', startedAt: 0 },
}

it('an earlier database gets the tables, and its destinations work', () => {
  const earlier = join(folder, 'earlier')
  mkdirSync(earlier)
  for (const name of readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name < '0004')) {
    cpSync(join(MIGRATIONS_DIRECTORY, name), join(earlier, name))
  }
  const file = join(folder, 'airdesk.db')
  const old = openDatabase(file, earlier)
  const system = addSystem(old)
  const channel = addChannel(old, system)
  old.prepare(INSERT_DESTINATION).run(system.systemId)
  old.close()

  const db = openTestDatabase(file)
  const destinations = archiveDestinationRepository(db)
  expect(destinations.facts(system.systemId)).toMatchObject([{ id: 'd', trouble: null, unfinished: 0 }])
  recordingStore(db).insert({ ...recording, systemId: system.systemId, channelId: channel.channelId })
  expect(destinations.facts(system.systemId)).toMatchObject([{ unfinished: 1 }])
  db.close()
})

it('files are journaled once, whatever is told twice', () => {
  const db = openTestDatabase()
  const system = addSystem(db)
  const { channelId } = addChannel(db, system)
  db.prepare(INSERT_DESTINATION).run(system.systemId)
  const recordings = recordingStore(db)
  const files = recordingFileStore(db)
  recordings.insert({ ...recording, systemId: system.systemId, channelId })
  const file = { kind: 'segment', name: '0', bytes: 5, md5: 'm', offset: 7, durationSeconds: 1.5 } as const
  expect([files.add(recording.id, file), files.add(recording.id, file)]).toEqual([true, false])
  expect(recordings.find(recording.id)).toMatchObject({ bytes: 5, durationMs: 1500 })
  expect(files.list(recording.id).map((known) => known.file)).toEqual([file])
  recordings.remove(recording.id)
  expect(files.list(recording.id)).toEqual([])
  db.close()
})

it('what waits is found by its index, however much was uploaded', () => {
  const db = openTestDatabase()
  const plan = (sql: string) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join()
  expect(
    plan(`SELECT * FROM recording_files WHERE recording_id = '' AND uploaded_at IS NULL AND given_up = 0
      ORDER BY id LIMIT 1`),
  ).toBe('SEARCH recording_files USING INDEX recording_files_waiting (recording_id=?)')
  expect(
    plan("SELECT id FROM recordings WHERE state = 'available' AND local = 1 ORDER BY sequence"),
  ).toContain('recordings_uncleared')
  db.close()
})

it('lists what has some of a time; what is being recorded has all that comes', () => {
  const db = openTestDatabase()
  const system = addSystem(db)
  const { channelId } = addChannel(db, system)
  db.prepare(INSERT_DESTINATION).run(system.systemId)
  const recordings = recordingStore(db)
  const periods = { before: [0, 1000], across: [900, 1001], runs: [1500, null], after: [2000, 2500] } as const
  for (const [id, [startedAt, endedAt]] of Object.entries(periods)) {
    recordings.insert({
      ...recording,
      ...{ id: id as RecordingId, systemId: system.systemId, channelId, startedAt },
    })
    db.prepare('UPDATE recordings SET ended_at = ? WHERE id = ?').run(endedAt, id)
  }
  const list = (range: object) =>
    recordingViews(db)
      .list(system.systemId, { limit: 50, ...range })
      .map(({ id }) => id)
  expect(list({ from: 1000, to: 2000 })).toEqual(['runs', 'across'])
  expect(list({ from: 1001 })).toEqual(['after', 'runs'])
  expect(list({ to: 900 })).toEqual(['before'])
  db.close()
})
