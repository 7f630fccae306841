import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fault } from '../../../test/support/archive-in-memory.ts'
import type { Upload } from '../../../test/support/archive-in-memory.ts'
import { ArchiveScene, settled } from '../../../test/support/archive-scene.ts'
import type { RecordingPlan } from '../../contract/archive.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import { secretBox } from '../../platform/secrets/secret-box.ts'

let scene: ArchiveScene

beforeEach(() => {
  scene = new ArchiveScene()
  scene.plane.start()
})
afterEach(() => scene.close())

const uploads = () => [...scene.process.uploads.values()].map(({ upload }) => upload)
const names = () => uploads().map(({ key }) => key.split('/').at(-1))
const finish = async (name: string) => {
  scene.process.finish(scene.process.find(name).id)
  await settled()
}
const fail = async (why: Parameters<typeof fault>, name?: string) => {
  scene.process.fail(scene.process.find(name).id, fault(...why))
  await settled()
}
const failAll = async (...why: Parameters<typeof fault>) => {
  for (const id of [...scene.process.uploads.keys()]) scene.process.fail(id, fault(...why))
  await settled()
}
const pass = async (ms: number) => {
  scene.clock.advance(ms)
  await settled()
}
const trouble = () =>
  scene.plane.destinations.views(scene.system.systemId).destinations.map((one) => one.trouble)
const failures = () => scene.events().map(({ type, data }) => [type, 'reason' in data ? data.reason : ''])

describe('uploads', () => {
  it('begin while the recording is being made, from its own folder, to its own path', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 1)
    await settled()
    const { path } = scene.view(plan.recordingId)
    expect(path).toMatch(new RegExp(`^${scene.channel.channelId}/[0-9A-Z]{26}/r0/$`))
    expect(uploads()).toMatchObject([
      { folder: plan.folder, key: `${path}init-0.mp4`, resume: null, destination: { bucket: 'one' } },
    ])
    await finish('init-0.mp4')
    expect(scene.view(plan.recordingId)).toMatchObject({ state: 'recording', bytes: 10, uploadedBytes: 10 })
  })

  it('come in order: segments, then the playlist, then the movie', async () => {
    const { recordingId } = await scene.recorded(3)
    expect(names()).toEqual(['init-0.mp4', '000000.m4s', '000001.m4s'])
    await finish('000001.m4s')
    await finish('init-0.mp4')
    expect(names()).toEqual(['000000.m4s'])
    await finish('000000.m4s')
    expect(names()).toEqual(['index.m3u8'])
    await finish('index.m3u8')
    expect(names()).toEqual(['recording.mp4'])
    expect(scene.state(recordingId)).toBe('uploading')
    await finish('recording.mp4')
    expect(scene.state(recordingId)).toBe('available')
  })

  it('are at most 6 at a time and 3 to one destination, oldest recording first', async () => {
    const [two, three] = [scene.addDestination('s3://two'), scene.addDestination('s3://three')]
    const first = await scene.recorded(2)
    const second = await scene.recorded(5)
    await scene.recorded(5, two)
    await scene.recorded(5, three)
    const of = (name: string) =>
      uploads().filter(({ destination }) => destination.kind === 's3' && destination.bucket === name)
    expect([of('one').length, of('two').length, of('three').length]).toEqual([3, 3, 0])
    expect(of('one').map(({ folder }) => folder)).toEqual([first.folder, first.folder, second.folder])
    await finish(of('two')[0]?.key ?? '')
    // The oldest recording that has something to upload is served first.
    expect([of('one').length, of('two').length, of('three').length]).toEqual([3, 3, 0])
    await scene.uploadAll()
    expect(scene.disks.spools.size).toBe(0)
  })

  it('are journaled part by part, and go on where they were', async () => {
    const { recordingId } = await scene.recorded(1)
    const progress = { uploadId: 'u', partBytes: 5, parts: ['a'] }
    scene.process.progress({ id: scene.process.find().id, sentBytes: 7, state: progress })
    expect(scene.view(recordingId).sentBytes).toBe(7)
    await scene.restart()
    expect(uploads()[0]?.resume).toEqual(progress)
    scene.process.progress({
      id: scene.process.find().id,
      sentBytes: 4,
      state: { ...progress, parts: ['a', 'b'] },
    })
    await scene.uploadAll()
    expect(scene.view(recordingId)).toMatchObject({ sentBytes: 11, files: { count: 3, uploaded: 3 } })
  })

  it('of an archive process that died are begun again soon, and nobody is blamed', async () => {
    const { recordingId } = await scene.recorded(1)
    scene.process.crash()
    await settled()
    expect(scene.view(recordingId)).toMatchObject({ failures: 0, lastFault: null })
    await pass(1000)
    expect(names()).toEqual(['000000.m4s'])
  })

  it('that the archive process refuses are asked for less and less often, and hold up no others', async () => {
    scene.process.refusing.add('file.upload')
    await scene.recorded(20)
    const asked = () => scene.process.requests.filter(({ name }) => name === 'file.upload').length
    expect(asked()).toBe(3)
    await pass(999)
    expect(asked()).toBe(3)
    // The others come first: what failed waits for longer.
    for (let i = 0; i < 10; i++) await pass(1000)
    expect(asked()).toBeLessThanOrEqual(33)
    scene.process.refusing.clear()
    await pass(60_000)
    await scene.uploadAll()
    expect(scene.events()).toMatchObject([{ type: 'archive.created' }])
  })

  it('tell their end in one event, and then the local copy goes', async () => {
    const { recordingId, folder } = await scene.recorded(2)
    scene.process.refusing.add('spool.remove')
    await scene.uploadAll()
    expect(scene.view(recordingId)).toMatchObject({ state: 'available', local: true })
    expect(scene.disks.spools.has(folder)).toBe(true)
    scene.process.refusing.clear()
    await pass(60_000)
    expect(scene.view(recordingId)).toMatchObject({ local: false, bytes: 260, uploadedBytes: 260 })
    expect(scene.disks.spools.has(folder)).toBe(false)
    expect(scene.events()).toMatchObject([
      {
        type: 'archive.created',
        channel_id: scene.channel.channelId,
        label: 'Service Archive',
        data: {
          recording_id: recordingId,
          archive_destination_id: scene.destination,
          bucket_uri: 's3://one',
          bytes: 260,
          duration_seconds: 2,
          lost_seconds: 0,
          playlist: 'index.m3u8',
          movie: 'recording.mp4',
        },
      },
    ])
  })
})

describe('a destination in trouble', () => {
  it('is tried by one upload at a time with longer and longer pauses, and all go on when it works', async () => {
    await scene.recorded(5)
    await failAll('timeout')
    expect(trouble()).toMatchObject([{ failures: 1, fault: { kind: 'timeout' } }])
    await pass(4999)
    expect(uploads()).toHaveLength(0)
    await pass(1)
    expect(names()).toEqual(['init-0.mp4'])
    await failAll('timeout')
    await pass(9999)
    expect(uploads()).toHaveLength(0)
    await pass(1)
    expect(uploads()).toHaveLength(1)
    await finish('init-0.mp4')
    expect(trouble()).toEqual([null])
    expect(uploads()).toHaveLength(3)
  })

  it('is still so after a restart, and holds up no other', async () => {
    const { recordingId } = await scene.recorded(1)
    await failAll('busy', { retryAfterMs: 100_000 })
    await scene.restart()
    expect(uploads()).toHaveLength(0)
    expect(scene.view(recordingId)).toMatchObject({
      failures: 1,
      nextTryAt: scene.clock.now() + 100_000,
      lastFault: { kind: 'busy' },
    })
    await scene.recorded(1, scene.addDestination('s3://two'))
    expect(uploads()).toMatchObject([{ destination: { bucket: 'two' } }])
    await pass(100_000)
    expect(uploads()).toHaveLength(2)
  })

  it('is never given up: after a week everything arrives', async () => {
    const { recordingId } = await scene.recorded(2)
    for (let i = 0; i < 7 * 24 * 6; i++) {
      for (const id of [...scene.process.uploads.keys()]) scene.process.fail(id, fault('dns'))
      await pass(600_000)
    }
    expect(scene.state(recordingId)).toBe('uploading')
    await pass(750_000)
    await scene.uploadAll()
    expect(scene.state(recordingId)).toBe('available')
    expect(failures()).toEqual([
      ['archive.failed', 'dns'],
      ['archive.created', ''],
    ])
  })

  it('is told of at once where a person has to help, once for each recording and trouble', async () => {
    const first = await scene.recorded(1)
    await failAll('forbidden')
    await pass(30_000)
    await failAll('forbidden')
    expect(scene.events()).toMatchObject([
      {
        type: 'archive.failed',
        data: {
          recording_id: first.recordingId,
          reason: 'forbidden',
          message: 'it is forbidden',
          will_retry: true,
        },
      },
    ])
    const second = await scene.recorded(1)
    await pass(60_000)
    await failAll('forbidden')
    expect(scene.events().map(({ data }) => data.recording_id)).toEqual([
      first.recordingId,
      second.recordingId,
    ])
    await pass(120_000)
    await finish('000000.m4s')
    await failAll('credentials')
    expect(failures().slice(2)).toEqual([
      ['archive.failed', 'credentials'],
      ['archive.failed', 'credentials'],
    ])
  })

  it('is told of after 15 minutes where time may help', async () => {
    await scene.recorded(1)
    await failAll('refused')
    for (let i = 0; i < 15 * 60 - 1; i++) {
      scene.clock.advance(1000)
      for (const id of [...scene.process.uploads.keys()]) scene.process.fail(id, fault('refused'))
      await Promise.resolve()
    }
    await settled()
    expect(failures()).toEqual([])
    await pass(1000)
    expect(failures()).toEqual([['archive.failed', 'refused']])
  })

  it('is what locked secrets are, until they can be opened', async () => {
    const { box } = scene
    scene.box = secretBox(null)
    const { recordingId } = await scene.recorded(1)
    expect(scene.view(recordingId).lastFault).toMatchObject({
      kind: 'credentials',
      code: 'ARCHIVE_SECRETS_LOCKED',
    })
    expect(failures()).toEqual([['archive.failed', 'credentials']])
    scene.box = box
    await scene.restart()
    await scene.uploadAll()
    expect(scene.state(recordingId)).toBe('available')
  })

  it('is not tried for hours because the clock was set back', async () => {
    await scene.recorded(1)
    await failAll('timeout')
    scene.db.prepare('UPDATE archive_destinations SET next_try_at = next_try_at + 864e5').run()
    await scene.restart()
    expect(uploads()).toHaveLength(1)
  })
})

describe('what its store refuses again and again', () => {
  /** Until nothing is left to do at once, the store refuses what it is told to and takes the rest. */
  const serve = async (refuses: (upload: Upload) => StoreFault | null) => {
    while (scene.process.uploads.size > 0) {
      for (const [id, { upload }] of [...scene.process.uploads]) {
        const why = refuses(upload)
        if (why) scene.process.fail(id, why)
        else scene.process.finish(id)
      }
      await settled()
    }
  }
  const conflict = fault('refused-request', { status: 409, code: 'InvalidBlobType' })
  const isSegment = ({ folder, file }: Upload, plan: RecordingPlan) =>
    folder === plan.folder && file.name === '000000.m4s'

  it.each([
    conflict,
    fault('forbidden', { status: 403 }),
    fault('full', { status: 413 }),
    fault('damaged'),
  ] as const)('holds up no other file, nor the destination a second time ($kind)', async (why) => {
    const first = await scene.recorded(2)
    const second = await scene.recorded(2)
    let tries = 0
    const refuse = (upload: Upload) => {
      if (!isSegment(upload, first)) return null
      tries++
      return why
    }
    await serve(refuse)
    for (let s = 0; s < 120; s++) {
      await pass(1000)
      await serve(refuse)
    }
    expect(scene.state(second.recordingId)).toBe('available')
    expect(scene.view(first.recordingId)).toMatchObject({ state: 'uploading', lastFault: { kind: why.kind } })
    expect(trouble()).toEqual([null])
    const soFar = tries
    const third = await scene.recorded(2)
    await serve(refuse)
    expect(scene.state(third.recordingId)).toBe('available')
    // It is asked less and less often, and told of once.
    for (let m = 0; m < 24 * 60; m++) {
      await pass(60_000)
      await serve(refuse)
    }
    expect(tries - soFar).toBeGreaterThan(100)
    expect(tries - soFar).toBeLessThan(180)
    expect(scene.events().filter(({ data }) => data.recording_id === third.recordingId)).toHaveLength(1)
    const told = scene.events().filter(({ data }) => data.recording_id === first.recordingId)
    expect(told.at(-1)).toMatchObject({ data: { reason: why.kind, will_retry: true } })
    expect(told).toHaveLength(why.kind === 'forbidden' ? 2 : 1)
    await pass(600_000)
    await serve(() => null)
    expect(scene.state(first.recordingId)).toBe('available')
  })

  it('holds up no other after a restart either, and is tried at once where somebody asks for it', async () => {
    const first = await scene.recorded(2)
    const second = await scene.recorded(2)
    let tries = 0
    const refuse = (upload: Upload) => {
      if (!isSegment(upload, first)) return null
      tries++
      return fault('forbidden', { status: 403 })
    }
    const goOn = async (until: () => boolean) => {
      for (let s = 0; s < 600 && !until(); s++) {
        await pass(1000)
        await serve(refuse)
      }
    }
    await serve(refuse)
    await goOn(() => scene.state(second.recordingId) === 'available' && tries >= 4)
    const events = scene.events().length
    const before = tries
    await scene.restart()
    await goOn(() => tries > before)
    expect(tries).toBe(before + 1)
    expect([trouble(), scene.events().length]).toEqual([[null], events])
    // Nor does it begin with short pauses again.
    const { failures, nextTryAt } = scene.view(first.recordingId)
    expect(failures).toBe(tries)
    expect(Number(nextTryAt) - scene.clock.now()).toBeGreaterThan(10_000)
    const third = await scene.recorded(2)
    await serve(refuse)
    expect(scene.state(third.recordingId)).toBe('available')
    scene.plane.recordings.retry(scene.system.systemId, first.recordingId)
    await serve(refuse)
    expect(tries).toBe(before + 2)
    expect(trouble()).toEqual([null])
  })

  it('is tried at once with other credentials', async () => {
    const first = await scene.recorded(2)
    await scene.recorded(2)
    for (let s = 0; s < 60; s++) {
      await pass(1000)
      await serve((upload) => (isSegment(upload, first) ? fault('forbidden', { status: 403 }) : null))
    }
    expect([trouble(), names()]).toEqual([[null], []])
    const { systemId } = scene.system
    scene.plane.destinations.changeCredentials(systemId, scene.destination, { s3_secret_access_key: 'new' })
    expect(names()).toEqual(['000000.m4s'])
  })

  it('is a whole recording, and others are stored all the same', async () => {
    const first = await scene.recorded(50)
    const second = await scene.recorded(50)
    const refuse = ({ folder }: Upload) => (folder === first.folder ? conflict : null)
    for (let s = 0; s < 600 && scene.state(second.recordingId) !== 'available'; s++) {
      await serve(refuse)
      await pass(1000)
    }
    expect(scene.state(second.recordingId)).toBe('available')
    expect(scene.view(first.recordingId).files.uploaded).toBe(0)
  })

  it('is 32 files of a recording at most: the rest waits with them untried, and all arrives once it may', async () => {
    const first = await scene.recorded(50)
    const tried: string[] = []
    const refuse = ({ folder, file }: Upload) => {
      if (folder !== first.folder) return null
      tried.push(file.name)
      return conflict
    }
    for (let i = 0; i < 40; i++) {
      const other = await scene.recorded(2)
      for (let s = 0; s < 600 && scene.state(other.recordingId) !== 'available'; s++) {
        await serve(refuse)
        await pass(1000)
      }
      expect(scene.state(other.recordingId)).toBe('available')
    }
    expect(new Set(tried).size).toBe(32)
    const soFar = tried.length
    for (let m = 0; m < 4 * 60; m++) {
      await pass(60_000)
      await serve(refuse)
    }
    // Each of them every ten minutes or so, and nothing else.
    expect(new Set(tried).size).toBe(32)
    expect(tried.length - soFar).toBeGreaterThan(32 * 16)
    expect(tried.length - soFar).toBeLessThan(32 * 32)
    expect(trouble()).toEqual([null])
    for (let m = 0; m < 20; m++) {
      await pass(60_000)
      await serve(() => null)
    }
    expect(scene.state(first.recordingId)).toBe('available')
  })

  it('is tried by another recording first, while nothing is stored', async () => {
    const plans = [await scene.recorded(3), await scene.recorded(3), await scene.recorded(3)]
    await failAll('timeout')
    const tried: (string | undefined)[] = []
    for (let i = 0; i < 4; i++) {
      await pass(600_000)
      tried.push(uploads()[0]?.folder)
      await failAll('timeout')
    }
    const [first, second, third] = plans.map(({ folder }) => folder)
    expect(tried).toEqual([second, third, first, second])
  })

  it('is no file that got the id of one that is gone', async () => {
    const [stays, gone] = [scene.beginOne(), scene.beginOne()]
    scene.record(stays, 1)
    scene.record(gone, 1)
    const [, last] = [...scene.process.uploads.keys()]
    scene.process.fail(last ?? 0, conflict)
    scene.end(gone)
    await settled()
    expect(scene.state(gone.recordingId)).toBeNull()
    await finish('init-0.mp4')
    expect(trouble()).toEqual([null])
    scene.record(scene.beginOne(), 1)
    await failAll('refused-request')
    expect(trouble()).toMatchObject([{ fault: { kind: 'refused-request' } }])
  })
})

describe('a file', () => {
  it('does not wait for hours because the clock was set back', async () => {
    await scene.recorded(1)
    await failAll('damaged')
    expect(uploads()).toHaveLength(0)
    scene.db.prepare('UPDATE recording_files SET next_try_at = next_try_at + 864e5').run()
    await scene.restart()
    expect(uploads()).toHaveLength(1)
  })

  it('whose local copy another program keeps for a while is tried again', async () => {
    const { recordingId } = await scene.recorded(1)
    const { id } = scene.process.find()
    scene.process.fail(id, fault('local', { code: 'EBUSY' }))
    await settled()
    expect(scene.view(recordingId)).toMatchObject({ state: 'uploading', lastFault: { code: 'EBUSY' } })
    await pass(1000)
    await scene.uploadAll()
    expect(scene.state(recordingId)).toBe('available')
  })

  it('of a recording that is gone is not taken for one of the next recording', async () => {
    const gone = scene.beginOne()
    scene.record(gone, 1)
    const { id } = scene.process.find()
    scene.end(gone)
    await settled()
    const next = scene.beginOne()
    scene.record(next, 1)
    scene.process.progress({ id, sentBytes: 5, state: { uploadId: 'old', partBytes: 5, parts: [] } })
    scene.process.finish(id)
    await settled()
    expect(scene.view(next.recordingId).files).toEqual({ count: 1, uploaded: 0 })
    expect(uploads()).toMatchObject([{ folder: next.folder, resume: null }])
  })

  it.each([
    // Too many open files here, and the page of a proxy.
    fault('local', { code: 'EMFILE' }),
    fault('refused-request', { status: 200 }),
  ])('in parts goes on where it was after what may pass ($kind)', async (why) => {
    await scene.recorded(1)
    const { id } = scene.process.find()
    const state = { uploadId: 'u', partBytes: 50, parts: ['a'] }
    scene.process.progress({ id, sentBytes: 50, state })
    scene.process.fail(id, why)
    await settled()
    await pass(6000)
    expect(uploads()).toMatchObject([{ resume: state }])
  })

  it('whose upload begins while its recording is deleted is given up in its store', async () => {
    const { recordingId } = await scene.recorded(1)
    const { id, upload } = scene.process.find()
    const deleting = scene.plane.recordings.delete(scene.system.systemId, recordingId, { fromStore: true })
    const state = { uploadId: 'u', partBytes: 50, parts: [] }
    scene.process.progress({ id, sentBytes: 0, state })
    await deleting
    const deletion = scene.process.requests.find(({ name }) => name === 'objects.delete')
    expect(deletion?.body).toMatchObject({ unfinished: [{ key: upload.key, state }] })
  })

  it('that is given up is given up in its store when its recording is deleted', async () => {
    const { recordingId } = await scene.recorded(1)
    const { id, upload } = scene.process.find()
    const state = { uploadId: 'u', partBytes: 50, parts: ['a'] }
    scene.process.progress({ id, sentBytes: 50, state })
    await failAll('local')
    await finish('recording.mp4')
    expect(scene.state(recordingId)).toBe('failed')
    await scene.plane.recordings.delete(scene.system.systemId, recordingId, { fromStore: true })
    const deletion = scene.process.requests.find(({ name }) => name === 'objects.delete')
    expect(deletion?.body).toMatchObject({ unfinished: [{ key: upload.key, state }] })
  })

  it('that arrived damaged is sent anew after a pause', async () => {
    const { recordingId } = await scene.recorded(1)
    scene.process.progress({
      id: scene.process.find().id,
      sentBytes: 7,
      state: { uploadId: 'u', partBytes: 5, parts: ['a'] },
    })
    await fail(['damaged'])
    expect(trouble()).toEqual([null])
    expect(scene.view(recordingId)).toMatchObject({ failures: 1, lastFault: { kind: 'damaged' } })
    await pass(1000)
    expect(uploads()).toMatchObject([{ resume: null }])
    await scene.uploadAll()
    expect(scene.view(recordingId)).toMatchObject({ state: 'available', failures: 0, lastFault: null })
  })

  it('that arrives damaged 5 times in a row is the trouble of its destination', async () => {
    await scene.recorded(1)
    for (const pause of [1000, 2000, 4000, 8000]) {
      await fail(['damaged'])
      expect(trouble()).toEqual([null])
      await pass(pause)
    }
    await fail(['damaged'])
    expect(trouble()).toMatchObject([{ fault: { kind: 'damaged' } }])
  })

  it('that cannot be read any more fails its recording, once; the rest is uploaded still', async () => {
    const { recordingId, folder } = await scene.recorded(3)
    await fail(['local', { message: 'segments.bin is gone' }], '000000.m4s')
    await fail(['local'], '000001.m4s')
    expect(scene.view(recordingId)).toMatchObject({ state: 'failed', local: false })
    await finish('init-0.mp4')
    // A playlist would name what is not there.
    expect(names()).toEqual(['recording.mp4'])
    await fail(['local'], 'recording.mp4')
    expect(uploads()).toHaveLength(0)
    expect(scene.events()).toMatchObject([
      {
        type: 'archive.failed',
        data: { reason: 'local', message: 'segments.bin is gone', will_retry: false },
      },
    ])
    await scene.restart()
    expect(uploads()).toHaveLength(0)
    // What is left stays until a person deletes it.
    expect(scene.disks.spools.has(folder)).toBe(true)
  })

  it('that cannot be read while the broadcast goes on fails it at the end', async () => {
    const plan = scene.beginOne()
    scene.record(plan, 2)
    await settled()
    await fail(['local'], '000000.m4s')
    expect(scene.state(plan.recordingId)).toBe('recording')
    scene.record(plan, 1)
    scene.end(plan)
    await settled()
    expect(scene.state(plan.recordingId)).toBe('failed')
    expect(failures()).toEqual([['archive.failed', 'local']])
    await scene.uploadAll()
    const stored = scene.disks.puts.map((key) => key.split('/').at(-1))
    expect(stored.toSorted()).toEqual(['000001.m4s', 'init-0.mp4', 'recording.mp4'])
  })
})
