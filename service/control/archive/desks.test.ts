import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fault } from '../../../test/support/archive-in-memory.ts'
import { ArchiveScene, settled } from '../../../test/support/archive-scene.ts'
import { deleteChannel } from '../../../test/support/channel-rows.ts'
import { recordingListQuery } from '../../contract/console/recordings.ts'
import type { TestStep } from '../../contract/console/destinations.ts'
import { Refusal, refusal as refused } from '../../contract/refusal/refusal.ts'
import type { RecordingId, SystemId } from '../../contract/ids.ts'
import { secretBox } from '../../platform/secrets/secret-box.ts'

const OTHER = 'other' as SystemId
let scene: ArchiveScene
let systemId: SystemId

beforeEach(() => {
  scene = new ArchiveScene()
  scene.plane.start()
  ;({ systemId } = scene.system)
})
afterEach(() => scene.close())

const desk = () => scene.plane.recordings
const list = (query: object = {}, of = systemId) => desk().list(of, recordingListQuery.parse(query))
const ids = (query: object = {}) => list(query).recordings.map(({ id }) => id)
async function refusal(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return 'nothing'
}
const pass = async (ms: number) => {
  scene.clock.advance(ms)
  await settled()
}

describe('the list of recordings', () => {
  it('has the newest first, page by page, of one system only', () => {
    const made = Array.from({ length: 5 }, () => scene.beginOne().recordingId as string).reverse()
    const first = list({ limit: '2' })
    expect(first.recordings.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const second = list({ limit: '2', before: String(first.before) })
    const third = list({ limit: '2', before: String(second.before) })
    expect([...second.recordings, ...third.recordings].map(({ id }) => id)).toEqual(made.slice(2))
    expect(third.before).toBeNull()
    expect(list({}, OTHER)).toEqual({ recordings: [], before: null })
    expect(desk().find(OTHER, made[0] ?? '')).toBeNull()
  })

  it('finds by every filter, and by a part of a name or an id', async () => {
    const two = scene.addDestination('s3://two')
    const first = await scene.recorded(2)
    const second = scene.beginOne(two)
    const view = scene.view(second.recordingId)
    scene.db.prepare("UPDATE channels SET name = 'Town 100% hall'").run()
    scene.db
      .prepare("UPDATE recordings SET schedule_id = 's1', schedule_name = 'Mass_A' WHERE id = ?")
      .run(first.recordingId)
    expect(ids({ destination: two })).toEqual([second.recordingId])
    expect(ids({ state: 'uploading' })).toEqual([first.recordingId])
    expect(ids({ connection: view.connectionId })).toEqual([second.recordingId])
    expect(ids({ schedule: 's1' })).toEqual([first.recordingId])
    expect(ids({ channel: scene.channel.channelId })).toHaveLength(2)
    expect(ids({ channel: scene.channel.channelId, state: 'available' })).toEqual([])
    expect(ids({ search: '100% HALL' })).toHaveLength(2)
    expect(ids({ search: '100_ hall' })).toEqual([])
    expect(ids({ search: 'mass_' })).toEqual([first.recordingId])
    expect(ids({ search: second.recordingId.slice(3, 20).toLowerCase() })).toEqual([second.recordingId])
    expect(list({ search: 'mass' }).recordings[0]?.schedule).toEqual({ id: 's1', name: 'Mass_A' })
  })
})

describe('trying again', () => {
  it('ends the pause of the destination, or of the file', async () => {
    const { recordingId } = await scene.recorded(1)
    expect(await refusal(() => desk().retry(systemId, recordingId))).toBe('NOT_WAITING')
    scene.process.fail(scene.process.find().id, fault('credentials'))
    await settled()
    desk().retry(systemId, recordingId)
    expect(scene.process.uploads.size).toBe(1)
    scene.process.fail(scene.process.find().id, fault('credentials'))
    await settled()
    expect(scene.view(recordingId)).toMatchObject({ failures: 1, nextTryAt: scene.clock.now() + 30_000 })
    await pass(30_000)
    scene.process.finish(scene.process.find().id)
    await settled()
    scene.process.fail(scene.process.find().id, fault('damaged'))
    await settled()
    desk().retry(systemId, recordingId)
    expect(scene.view(recordingId)).toMatchObject({ nextTryAt: null })
    await scene.uploadAll()
    expect(await refusal(() => desk().retry(systemId, recordingId))).toBe('NOT_WAITING')
    expect(await refusal(() => desk().retry(OTHER, recordingId))).toBe('NOT_FOUND')
  })
})

describe('playing', () => {
  it('is of this machine, then of the store, and of nothing where neither has it', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    await settled()
    const play = () => desk().play(systemId, plan.recordingId)
    expect(await refusal(play)).toBe('NOT_PLAYABLE')
    scene.end(plan)
    await settled()
    expect(await play()).toEqual({ url: 'http://127.0.0.1:1/spool/recording.mp4' })
    await scene.uploadAll()
    expect(await play()).toEqual({ url: 'http://127.0.0.1:1/store/recording.mp4' })
    const { path } = scene.view(plan.recordingId)
    expect(scene.process.requests.at(-1)?.body).toMatchObject({
      ...{ key: `${path}recording.mp4`, destination: { bucket: 'one' } },
      file: { kind: 'movie', bytes: 100, md5: 'movie of 1' },
    })
    scene.destinations.delete(systemId, scene.destination)
    expect(await refusal(play)).toBe('NOT_PLAYABLE')
    // It stays listed.
    expect(list().recordings).toMatchObject([{ bucketUri: 's3://one', state: 'available' }])
    expect(await refusal(() => desk().play(OTHER, plan.recordingId))).toBe('NOT_FOUND')
  })
})

describe('deleting', () => {
  const remove = (id: RecordingId, fromStore = false) => desk().delete(systemId, id, { fromStore })

  it('is refused until the recording is sealed', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 1)
    expect(await refusal(() => remove(plan.recordingId))).toBe('STILL_RECORDING')
    scene.process.refusing.add('recording.seal')
    scene.end(plan)
    await settled()
    expect(await refusal(() => remove(plan.recordingId))).toBe('STILL_RECORDING')
    expect(await refusal(() => desk().delete(OTHER, plan.recordingId, { fromStore: false }))).toBe(
      'NOT_FOUND',
    )
  })

  it('cancels uploads first, and leaves nothing on this machine', async () => {
    const { recordingId, folder } = await scene.recorded(3)
    const id = scene.process.find().id
    await remove(recordingId)
    expect(scene.process.requests).toContainEqual({ name: 'upload.cancel', body: { id } })
    expect(scene.process.uploads.size).toBe(0)
    expect(scene.state(recordingId)).toBeNull()
    expect(scene.disks.spools.has(folder)).toBe(false)
    expect(scene.db.prepare('SELECT count(*) FROM recording_files').pluck().get()).toBe(0)
    await pass(3_600_000)
    expect(scene.events()).toEqual([])
  })

  it('leaves what the store has, or removes that first', async () => {
    const [kept, removed] = [await scene.recorded(1), await scene.recorded(1)]
    await scene.uploadAll()
    await remove(kept.recordingId)
    expect(scene.disks.stored.size).toBe(6)
    await remove(removed.recordingId, true)
    expect(scene.disks.stored.size).toBe(3)
    expect(list().recordings).toEqual([])
  })

  it('changes nothing where the store refuses; it can be tried again', async () => {
    const { recordingId } = await scene.recorded(1)
    const progress = { uploadId: 'u', partBytes: 5, parts: ['a'] }
    scene.process.progress({ id: scene.process.find().id, sentBytes: 5, state: progress })
    scene.process.deletionFault = fault('forbidden')
    await expect(remove(recordingId, true)).rejects.toThrow('it is forbidden')
    expect(await refusal(() => remove(recordingId, true))).toBe('STORE_FAILED')
    const asked = scene.process.requests.find(({ name }) => name === 'objects.delete')
    expect(asked?.body).toMatchObject({ unfinished: [{ state: progress }] })
    await settled()
    expect(scene.process.uploads.size).toBe(1)
    scene.process.deletionFault = null
    await remove(recordingId, true)
    expect(list().recordings).toEqual([])
  })

  it('removes no folder that is none of a recording, whatever a row is called', async () => {
    const { recordingId } = await scene.recorded(2)
    await scene.uploadAll()
    scene.db.prepare('PRAGMA foreign_keys = OFF').run()
    scene.db.prepare("UPDATE recordings SET id = '../../victim' WHERE id = ?").run(recordingId)
    await expect(desk().clearFinished(systemId)).rejects.toThrow('would leave its folder')
    const removed = scene.process.requests.filter(({ name }) => name === 'spool.remove')
    expect(JSON.stringify(removed)).not.toContain('victim')
  })

  it('takes the trouble along that nothing waits for any more', async () => {
    const { recordingId } = await scene.recorded(1)
    scene.process.fail(scene.process.find().id, fault('dns'))
    await settled()
    expect(scene.plane.summary(systemId).failing).toBe(1)
    await remove(recordingId)
    expect(scene.plane.summary(systemId).failing).toBe(0)
  })
})

describe('a destination', () => {
  const remove = () => scene.destinations.delete(systemId, scene.destination)

  it('stays while recordings are on their way to it, also of a deleted channel', async () => {
    const { recordingId } = await scene.recorded(1)
    deleteChannel(scene.db, scene.channel.channelId)
    expect(remove).toThrow('1 recording is on its way to this destination.')
    scene.beginOne()
    expect(remove).toThrow('2 recordings are on their way to this destination.')
    await scene.uploadAll()
    expect(scene.state(recordingId)).toBe('available')
    expect(scene.events()).toMatchObject([{ type: 'archive.created' }])
  })

  it('is shown with what needs it and what troubles it', async () => {
    const { recordingId } = await scene.recorded(2)
    scene.process.finish(scene.process.find().id)
    await settled()
    scene.process.fail(scene.process.find().id, fault('full'))
    await settled()
    const { bytes, uploadedBytes } = scene.view(recordingId)
    const views = scene.plane.destinations.views(systemId)
    expect(views.destinations).toMatchObject([
      {
        ...{ id: scene.destination, bucketUri: 's3://one', kind: 's3', channels: [], unfinished: 1 },
        settings: { s3_region: 'eu', s3_access_key_id: 'id' },
        pendingBytes: bytes - uploadedBytes,
        trouble: { fault: { kind: 'full' }, failures: 1, nextTryAt: scene.clock.now() + 5000 },
      },
    ])
    expect(JSON.stringify(views)).not.toContain('secret')
    expect(scene.plane.destinations.views(OTHER)).toEqual({ destinations: [] })
  })

  it('gets new credentials while recordings wait for it, which are then tried at once', async () => {
    const { recordingId } = await scene.recorded(2)
    for (const id of [...scene.process.uploads.keys()]) scene.process.fail(id, fault('credentials'))
    await settled()
    const change = (credentials: object, of = systemId) =>
      refusal(() => scene.plane.destinations.changeCredentials(of, scene.destination, credentials))
    expect(await change({ s3_secret_access_key: 'other' }, OTHER)).toBe('NOT_FOUND')
    expect(await change({ s3_access_key_id: 'other' })).toBe('BAD_REQUEST')
    expect(await change({ s3_secret_access_key: 'other', blob_key: 'AAAA' })).toBe('BAD_REQUEST')
    expect(scene.process.uploads.size).toBe(0)

    expect(await change({ s3_access_key_id: 'new', s3_secret_access_key: 'rotated' })).toBe('nothing')
    expect([...scene.process.uploads.values()].map(({ upload }) => upload.destination)).toMatchObject([
      { bucket: 'one', region: 'eu', accessKeyId: 'new', secretAccessKey: 'rotated' },
    ])
    await scene.uploadAll()
    expect(scene.state(recordingId)).toBe('available')
    const views = scene.plane.destinations.views(systemId)
    expect(views.destinations[0]?.settings).toEqual({ s3_region: 'eu', s3_access_key_id: 'new' })
    expect(JSON.stringify(views)).not.toContain('rotated')
  })

  it('gets them where those of before cannot be opened any more, but not without a key', async () => {
    await scene.recorded(1)
    scene.box = secretBox(null)
    const change = () =>
      refusal(() =>
        scene.plane.destinations.changeCredentials(systemId, scene.destination, {
          s3_secret_access_key: 'rotated',
        }),
      )
    expect(await change()).toBe('ARCHIVE_SECRETS_LOCKED')
    scene.box = secretBox(Buffer.alloc(32, 1))
    await scene.restart()
    scene.process.uploads.clear()
    expect(await change()).toBe('nothing')
    expect(scene.destinations.open(systemId, scene.destination)).toMatchObject({ secretAccessKey: 'rotated' })
  })

  it('can be a folder of this machine at once', () => {
    const { bucketUri } = scene.plane.destinations.localFolder()
    expect(existsSync(fileURLToPath(bucketUri))).toBe(true)
    expect(scene.destinations.create(systemId, { bucket_uri: bucketUri })).toBeTruthy()
  })

  it('counts into what the console shows of the service', () => {
    const plan = scene.beginOne()
    scene.record(plan, 3)
    expect(scene.plane.summary(systemId)).toEqual({
      ...{ recording: 1, recordingBps: 420, pendingBytes: 210, failing: 0 },
    })
    expect(scene.plane.summary(OTHER)).toEqual({ recording: 0, recordingBps: 0, pendingBytes: 0, failing: 0 })
  })
})

describe('the test of a destination', () => {
  const good = {
    bucket_uri: 's3://bucket',
    ...{ s3_region: 'eu', s3_access_key_id: 'id', s3_secret_access_key: 'hush' },
  }
  const tests = () => scene.plane.destinations

  it('fails at once where a value breaks its rule, without repeating it', () => {
    const view = tests().beginTest(systemId, { ...good, s3_region: 'e u' })
    expect(view).toMatchObject({ done: true, outcome: 'failed' })
    expect(view.steps[0]).toMatchObject({ name: 'parse', outcome: 'failed' })
    expect(view.steps[0]?.fault?.message).toContain('s3_region must have letters')
    expect(view.steps.slice(1).every(({ outcome }) => outcome === 'skipped')).toBe(true)
    expect(JSON.stringify(view)).not.toContain('e u')
  })

  it('tells its steps as they are done, to its own system', async () => {
    const { id } = tests().beginTest(systemId, good)
    const reach: TestStep = { name: 'reach', outcome: 'passed', durationMs: 5, fault: null, note: '' }
    scene.process.step(id, reach)
    expect(tests().test(systemId, id)).toMatchObject({
      ...{ done: false, outcome: null },
      steps: [{ name: 'parse', outcome: 'passed' }, reach],
    })
    expect(tests().test(OTHER, id)).toBeNull()
    scene.process.crash()
    await settled()
    expect(tests().test(systemId, id)).toMatchObject({ done: true, outcome: 'failed' })
    expect(tests().test(systemId, id)?.steps[2]).toMatchObject({
      ...{ name: 'credentials', outcome: 'failed', fault: { kind: 'interrupted' } },
    })
  })

  it('is refused while four others of the system run', async () => {
    for (let i = 0; i < 4; i++) tests().beginTest(systemId, good)
    expect(() => tests().beginTest(systemId, good)).toThrow(
      expect.objectContaining({
        code: 'TESTS_RUNNING',
        message: expect.stringMatching(/^4 tests of destinations are running/) as string,
      }),
    )
    expect(tests().beginTest(OTHER, good)).toMatchObject({ done: false })
    scene.process.crash()
    await settled()
    expect(tests().beginTest(systemId, good)).toMatchObject({ done: false })
  })

  it('is forgotten earlier when 50 others of the system have ended', () => {
    const wrong = { ...good, s3_region: '' }
    const [first = '', second = ''] = Array.from({ length: 50 }, () => tests().beginTest(systemId, wrong).id)
    tests().beginTest(OTHER, wrong)
    expect(tests().test(systemId, first)).not.toBeNull()
    tests().beginTest(systemId, wrong)
    expect(tests().test(systemId, first)).toBeNull()
    expect(tests().test(systemId, second)).not.toBeNull()
  })

  it('of a saved one uses its stored secrets, which nobody is told', async () => {
    const view = tests().beginSavedTest(systemId, scene.destination)
    expect(scene.process.requests.at(-1)).toMatchObject({
      name: 'destination.test',
      body: { id: view.id, destination: { kind: 's3', secretAccessKey: 'secret' } },
    })
    scene.process.crash()
    await settled()
    const ended = tests().test(systemId, view.id)
    expect(ended).toMatchObject({
      done: true,
      steps: [{ name: 'parse', outcome: 'passed' }, {}, {}, {}, {}, {}, {}, {}, {}],
    })
    expect(JSON.stringify([view, ended])).not.toContain('secret')
  })

  it('of a saved one fails where its secrets are locked, and is none of other systems', () => {
    expect(() => tests().beginSavedTest(OTHER, scene.destination)).toThrow(refused('NOT_FOUND'))
    scene.box = secretBox(null)
    const { done, steps } = tests().beginSavedTest(systemId, scene.destination)
    expect(done).toBe(true)
    expect(steps.find(({ name }) => name === 'credentials')).toMatchObject({
      outcome: 'failed',
      fault: { kind: 'credentials', code: 'ARCHIVE_SECRETS_LOCKED' },
    })
  })

  it('is not made where the service keeps its own', () => {
    const spool = pathToFileURL(join(scene.dataDir, 'spool', 'shows')).href
    const { steps } = tests().beginTest(systemId, { bucket_uri: spool })
    expect(steps[0]).toMatchObject({ name: 'parse', outcome: 'failed' })
    expect(steps[0]?.fault?.message).toContain('bucket_uri must not name a folder of the service itself')
    expect(() => scene.destinations.create(systemId, { bucket_uri: spool })).toThrow(Refusal)
  })

  it('is remembered for 10 minutes after its end', () => {
    const { id } = tests().beginTest(systemId, { ...good, s3_region: '' })
    scene.clock.advance(599_999)
    expect(tests().test(systemId, id)).not.toBeNull()
    scene.clock.advance(1)
    expect(tests().test(systemId, id)).toBeNull()
  })
})
