import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_LOSS, fault } from '../../../test/support/archive-in-memory.ts'
import { ArchiveScene, settled } from '../../../test/support/archive-scene.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'

let scene: ArchiveScene

beforeEach(() => {
  scene = new ArchiveScene()
  scene.plane.start()
})
afterEach(() => scene.close())

const pass = async (ms: number) => {
  scene.clock.advance(ms)
  await settled()
}
const asked = (name: string) => scene.process.requests.filter((request) => request.name === name).length

describe('a recording that has ended', () => {
  it('gets a playlist and a movie, and what control was not told of', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 1)
    scene.disks.record(plan.folder)
    scene.clock.advance(5000)
    scene.end(plan)
    await settled()
    expect(scene.view(plan.recordingId)).toMatchObject({
      ...{ state: 'uploading', durationMs: 2000, bytes: 260, files: { count: 4 } },
      endedAt: scene.clock.now(),
    })
  })

  it('is removed without a word where nothing was recorded', async () => {
    const plan = scene.beginOne()
    scene.end(plan)
    await settled()
    expect(scene.state(plan.recordingId)).toBeNull()
    expect(scene.disks.spools.size).toBe(0)
    expect(scene.events()).toEqual([])
  })

  it('has failed where all of it was lost', async () => {
    const plan = scene.beginOne()
    scene.disks.spool(plan.folder).lost = { segments: 3, seconds: 6 }
    scene.end(plan)
    await settled()
    expect(scene.view(plan.recordingId)).toMatchObject({ state: 'failed', lostMs: 6000, local: false })
    expect(scene.events()).toMatchObject([
      { type: 'archive.failed', data: { reason: 'local', lost_seconds: 6, will_retry: false } },
    ])
  })

  it('has failed where its folder is gone', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    scene.disks.spools.delete(plan.folder)
    scene.plane.book.ended(plan.recordingId, { segments: 0, seconds: 0 })
    await settled()
    expect(scene.view(plan.recordingId)).toMatchObject({
      state: 'failed',
      lastFault: { kind: 'local', message: 'The local copy is gone.' },
    })
  })

  it('is sealed again and again until that is done', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    scene.process.refusing.add('recording.seal')
    scene.end(plan)
    await settled()
    expect(scene.view(plan.recordingId)).toMatchObject({ state: 'sealing', failures: 1 })
    await pass(1000)
    await pass(2000)
    expect(scene.view(plan.recordingId)).toMatchObject({ failures: 3, nextTryAt: scene.clock.now() + 4000 })
    scene.process.refusing.clear()
    await pass(3999)
    expect(asked('recording.seal')).toBe(3)
    await pass(1)
    expect(scene.view(plan.recordingId)).toMatchObject({ state: 'uploading', failures: 0, nextTryAt: null })
  })

  it('waits for room as long as it takes, and tells of it when that lasts', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    scene.process.sealFault = fault('full', { code: 'ENOSPC' })
    scene.end(plan)
    await settled()
    for (let i = 0; i < 10; i++) await pass(60_000)
    expect(scene.events()).toEqual([])
    for (let i = 0; i < 30; i++) await pass(60_000)
    expect(scene.view(plan.recordingId)).toMatchObject({ state: 'sealing', lastFault: { kind: 'full' } })
    expect(scene.events()).toMatchObject([
      { type: 'archive.failed', data: { reason: 'full', will_retry: true } },
    ])
    scene.process.sealFault = null
    for (let i = 0; i < 15; i++) await pass(60_000)
    expect(scene.view(plan.recordingId)).toMatchObject({ state: 'uploading', lastFault: null })
  })

  it('has failed where its folder cannot be read: at once, or when what may pass does not', async () => {
    for (const [code, waits] of [
      ['', 0],
      ['EIO', 9],
    ] as const) {
      const plan = scene.beginOne()
      scene.record(plan, 2)
      scene.process.sealFault = fault('local', { code })
      scene.end(plan)
      await settled()
      for (let i = 0; i < waits; i++) {
        expect(scene.state(plan.recordingId)).toBe('sealing')
        await pass(10 * 60_000)
      }
      expect(scene.view(plan.recordingId)).toMatchObject({
        state: 'failed',
        lastFault: { kind: 'local', code },
      })
      expect(scene.events().at(-1)).toMatchObject({ data: { reason: 'local', will_retry: false } })
      expect(scene.disks.spools.has(plan.folder)).toBe(true)
    }
  })

  it('is removed where it has the beginning of a recording and no media', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 1)
    await scene.uploadAll()
    scene.end(plan)
    await settled()
    expect(scene.state(plan.recordingId)).toBeNull()
    expect(scene.disks.spools.size).toBe(0)
    expect(scene.events()).toEqual([])
  })

  it('is sealed though its end could not be written at first', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    scene.db
      .prepare(
        `CREATE TRIGGER no_room BEFORE UPDATE OF ended_at ON recordings BEGIN SELECT RAISE(ABORT, 'full'); END`,
      )
      .run()
    // The recorder could not write its last line either.
    scene.plane.book.ended(plan.recordingId, NO_LOSS)
    await settled()
    expect(scene.state(plan.recordingId)).toBe('recording')
    scene.db.prepare('DROP TRIGGER no_room').run()
    await pass(1000)
    expect(scene.state(plan.recordingId)).toBe('uploading')
  })

  it('is sealed at once when a person asks for it', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    scene.process.refusing.add('recording.seal')
    scene.end(plan)
    await settled()
    scene.process.refusing.clear()
    scene.plane.recordings.retry(scene.system.systemId, plan.recordingId)
    await settled()
    expect(scene.state(plan.recordingId)).toBe('uploading')
  })
})

describe('a recording whose connection is over', () => {
  const connectionId = newId<ConnectionId>()

  it('goes where the recorder never began', async () => {
    const [plan] = scene.begin([scene.destination], connectionId)
    scene.plane.book.connectionOver(connectionId)
    await settled()
    // A slow disk may have the first file in a moment.
    expect(scene.state(plan?.recordingId ?? newId())).toBe('recording')
    await pass(10 * 60_000)
    expect(scene.state(plan?.recordingId ?? newId())).toBeNull()
  })

  it('is left to its recorder, which is still at it', async () => {
    const [plan] = scene.begin([scene.destination], connectionId)
    if (!plan) throw new Error('nothing is recorded')
    scene.record(plan, 2)
    scene.plane.book.connectionOver(connectionId)
    await settled()
    expect(scene.state(plan.recordingId)).toBe('recording')
    scene.end(plan)
    await settled()
    expect(scene.state(plan.recordingId)).toBe('uploading')
  })
})

describe('a recording of an earlier run', () => {
  it('is taken up when its recorder is gone, and not before', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    await scene.restart()
    await pass(250)
    expect(scene.state(plan.recordingId)).toBe('recording')
    scene.disks.record(plan.folder)
    scene.pids.clear()
    await pass(250)
    expect(scene.view(plan.recordingId)).toMatchObject({
      ...{ state: 'uploading', files: { count: 5 } },
      endedAt: Date.parse('2026-01-01T00:00:02Z'),
    })
  })

  it('is taken up when its recorder says that it has ended', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    await scene.restart()
    scene.disks.spool(plan.folder).ended = true
    await pass(250)
    expect(scene.state(plan.recordingId)).toBe('uploading')
  })

  it('that was being sealed is sealed', async () => {
    scene.process.refusing.add('recording.seal')
    const plan = await scene.recorded(2)
    await scene.restart()
    expect(scene.state(plan.recordingId)).toBe('uploading')
  })

  it('that is in its store loses its local copy', async () => {
    scene.process.refusing.add('spool.remove')
    const plan = await scene.recorded(2)
    await scene.uploadAll()
    expect(scene.view(plan.recordingId).local).toBe(true)
    await scene.restart()
    expect(scene.view(plan.recordingId).local).toBe(false)
    expect(scene.disks.spools.size).toBe(0)
  })

  it('is told from folders that no row knows: these are left alone, and named once', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 1)
    const spool = join(scene.dataDir, 'spool')
    for (const name of [plan.recordingId, 'stranger']) mkdirSync(join(spool, name), { recursive: true })
    await scene.restart()
    await waitFor(() => scene.lines.some((line) => line.includes('no recording')), 'the warning')
    expect(scene.lines.join()).toContain('"folders":["stranger"]')
    expect(readdirSync(spool)).toContain('stranger')
    expect(asked('spool.remove')).toBe(0)
  })
})

describe('the book', () => {
  it('writes a row for each rendition that is archived, with what it is of', () => {
    const [first, second] = scene.begin([scene.destination, scene.addDestination('s3://two')])
    const views = [first, second].map((plan) => scene.view(plan?.recordingId ?? newId()))
    expect(views).toMatchObject([
      { rendition: 0, bucketUri: 's3://one', state: 'recording', size: null, schedule: null, local: true },
      { rendition: 1, bucketUri: 's3://two' },
    ])
    expect(first?.folder).toContain(`spool/${first?.recordingId}`)
  })

  it('names the schedule whose channel it is', () => {
    scene.db
      .prepare(
        `INSERT INTO schedules (id, system_id, name, starts_at, ends_at, channel_id, renditions, created_at,
           created_by_name) VALUES ('s', ?, 'Lecture', 0, 1, ?, '[]', 0, '')`,
      )
      .run(scene.system.systemId, scene.channel.channelId)
    const { recordingId } = scene.beginOne()
    scene.db.prepare('DELETE FROM schedules').run()
    expect(scene.view(recordingId).schedule).toEqual({ id: 's', name: 'Lecture' })
  })

  it('gives a connection that is recorded again another path', () => {
    const connectionId = newId<ConnectionId>()
    const paths = [1, 2, 3].map(() => {
      const [plan] = scene.begin([scene.destination], connectionId)
      return scene
        .view(plan?.recordingId ?? newId())
        .path.split('/')
        .at(-2)
    })
    expect(paths).toEqual(['r0', 'r0-2', 'r0-3'])
    // One that is deleted here may still be in the store.
    scene.db.prepare("DELETE FROM recordings WHERE path LIKE '%/r0/'").run()
    const [plan] = scene.begin([scene.destination], connectionId)
    expect(scene.view(plan?.recordingId ?? newId()).path).toMatch(/\/r0-4\/$/)
  })

  it('never refuses a broadcast: one that cannot be recorded goes on without', () => {
    expect(scene.begin(['nowhere' as typeof scene.destination])).toEqual([])
    expect(scene.lines.join()).toContain('recordings could not be begun')
  })
})
