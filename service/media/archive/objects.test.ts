import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { deleteObjects } from './objects.ts'
import { OpenedStores } from './opened-stores.ts'

const destination = folderDestination('/archive')
const { signal } = new AbortController()

function setUp() {
  const store = new MemoryStore()
  for (let i = 0; i < 20; i++) store.objects.set(`channel/one/r0/${i}.m4s`, Buffer.from('x'))
  store.objects.set('channel/one/r01/0.m4s', Buffer.from('x'))
  return { store, stores: new OpenedStores(() => store, new ManualClock()) }
}

describe('deleteObjects', () => {
  it('deletes what is below the prefix and nothing else', async () => {
    const { store, stores } = setUp()
    expect(await deleteObjects(stores, { destination, prefix: 'channel/one/r0/' }, signal)).toBe(20)
    expect([...store.objects.keys()]).toEqual(['channel/one/r01/0.m4s'])
    expect(await deleteObjects(stores, { destination, prefix: 'channel/one/r0/' }, signal)).toBe(0)
  })

  it('gives up uploads that were begun', async () => {
    const { store, stores } = setUp()
    store.begun.set('upload', [])
    const state = { uploadId: 'upload', partBytes: 1, parts: [] }
    const unfinished = [{ key: 'channel/one/r0/recording.mp4', state }]
    await deleteObjects(stores, { destination, prefix: 'channel/one/r0/', unfinished }, signal)
    expect(store.begun.size).toBe(0)
  })

  it.each(['', '/', 'channel', 'channel/one/r0', '/channel/'])('refuses the prefix "%s"', async (prefix) => {
    const { store, stores } = setUp()
    await expect(deleteObjects(stores, { destination, prefix }, signal)).rejects.toThrow('must end with')
    expect(store.objects.size).toBe(21)
  })

  it('tells why it could not go on', async () => {
    const { store, stores } = setUp()
    store.faults.delete = new StoreError('forbidden', 'no')
    const deleting = deleteObjects(stores, { destination, prefix: 'channel/one/r0/' }, signal)
    await expect(deleting).rejects.toBe(store.faults.delete)
  })
})
