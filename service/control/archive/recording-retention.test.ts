import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fault } from '../../../test/support/archive-in-memory.ts'
import { ArchiveScene, settled } from '../../../test/support/archive-scene.ts'
import type { ArchiveDestinationId, RecordingId, SystemId } from '../../contract/ids.ts'

const DAY = 24 * 3_600_000
const EVERY = 10 * 60_000
let scene: ArchiveScene
let folder: ArchiveDestinationId
let systemId: SystemId

beforeEach(() => {
  scene = new ArchiveScene()
  scene.plane.start()
  ;({ systemId } = scene.system)
  const bucket_uri = pathToFileURL(join(scene.dataDir, 'archive')).href
  folder = scene.destinations.create(systemId, { bucket_uri })
})
afterEach(() => scene.close())

const retention = () => scene.plane.retention
const pass = async (ms: number) => {
  scene.clock.advance(ms)
  await settled()
}
async function available(destination: ArchiveDestinationId): Promise<RecordingId> {
  const { recordingId } = await scene.recorded(2, destination)
  await scene.uploadAll()
  expect(scene.state(recordingId)).toBe('available')
  return recordingId
}

describe('recordings that are too old', () => {
  it('are deleted from folders with their files, and neither from stores nor while they are unfinished', async () => {
    const [old, inStore] = [await available(folder), await available(scene.destination)]
    await pass(6 * DAY)
    const young = await available(folder)
    const unfinished = (await scene.recorded(2, folder)).recordingId
    scene.db.prepare('UPDATE recordings SET ended_at = 0 WHERE id = ?').run(unfinished)
    retention().setKeepDays(systemId, 7)
    await pass(0)
    expect(scene.state(old)).toBe('available')

    await pass(DAY)
    await pass(EVERY)
    expect(scene.state(old)).toBeNull()
    const told = { verb: 'recording.deleted', systemId, objects: [{ kind: 'recording', id: old }] }
    expect(scene.byItself).toMatchObject([told])
    expect(scene.process.requests.filter(({ name }) => name === 'objects.delete')).toHaveLength(1)
    expect([inStore, young].map((id) => scene.state(id))).toEqual(['available', 'available'])
    expect(scene.state(unfinished)).not.toBeNull()
  })

  it('stay where no rule is set, and where it is taken back', async () => {
    const id = await available(folder)
    await pass(400 * DAY)
    expect(scene.state(id)).toBe('available')
    retention().setKeepDays(systemId, 1000)
    retention().setKeepDays(systemId, null)
    await pass(1000 * DAY)
    expect(scene.state(id)).toBe('available')
    expect(retention().view(systemId)).toEqual({ keepDays: null, due: { count: 0, bytes: 0 } })
  })

  it('go after a restart too, and what could not be deleted is tried again', async () => {
    const id = await available(folder)
    retention().setKeepDays(systemId, 1)
    await scene.restart()
    scene.process.deletionFault = fault('forbidden')
    await pass(DAY)
    await pass(EVERY)
    expect(scene.state(id)).toBe('available')
    expect(scene.lines.join()).toContain('old recording could not be deleted')
    scene.process.deletionFault = null
    await pass(EVERY)
    expect(scene.state(id)).toBeNull()
  })

  it('stay in a folder that is no destination any more', async () => {
    const id = await available(folder)
    scene.destinations.delete(systemId, folder)
    retention().setKeepDays(systemId, 1)
    await pass(2 * DAY)
    await pass(EVERY)
    expect(scene.state(id)).toBe('available')
    expect(retention().view(systemId).due.count).toBe(0)
    expect(scene.lines.join()).not.toContain('could not be deleted')
  })

  it('are counted before the rule is set', async () => {
    const id = await available(folder)
    await pass(3 * DAY)
    const { bytes } = scene.view(id)
    expect(retention().view(systemId, 2)).toEqual({ keepDays: null, due: { count: 1, bytes } })
    expect(retention().view(systemId, 4).due.count).toBe(0)
    expect(retention().view('other' as SystemId, 2).due.count).toBe(0)
    retention().setKeepDays(systemId, 30)
    expect(retention().view(systemId)).toEqual({ keepDays: 30, due: { count: 0, bytes: 0 } })
  })
})
