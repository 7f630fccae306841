import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { OpenedStores } from './opened-stores.ts'

const folder = folderDestination

function setUp() {
  const opened: MemoryStore[] = []
  const clock = new ManualClock()
  const open = () => {
    const store = new MemoryStore()
    opened.push(store)
    return store
  }
  return { opened, clock, stores: new OpenedStores(open, clock) }
}

describe('OpenedStores', () => {
  it('opens a destination once for all who use it, and each destination for itself', async () => {
    const { opened, stores } = setUp()
    const seen = await Promise.all(
      ['/a', '/a', '/b'].map((name) => stores.use(folder(name), (store) => Promise.resolve(store))),
    )
    expect(opened).toHaveLength(2)
    expect(seen[0]).toBe(seen[1])
    expect(seen[2]).not.toBe(seen[0])
  })

  it('closes a store when nobody has used it for a minute', async () => {
    const { opened, clock, stores } = setUp()
    const use = () => stores.use(folder('/a'), () => Promise.resolve())
    await use()
    clock.advance(59_000)
    await use()
    clock.advance(59_000)
    expect(opened[0]?.closed).toBe(0)
    clock.advance(1000)
    expect(opened[0]?.closed).toBe(1)
    await use()
    expect(opened).toHaveLength(2)
  })

  it('does not close a store that is used for long', async () => {
    const { opened, clock, stores } = setUp()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const long = stores.use(folder('/a'), () => promise)
    await stores.use(folder('/a'), () => Promise.resolve())
    clock.advance(600_000)
    expect(opened[0]?.closed).toBe(0)
    resolve(undefined)
    await long
    clock.advance(60_000)
    expect(opened[0]?.closed).toBe(1)
  })

  it('tells why a store cannot be opened, each time', async () => {
    const fault = new StoreError('credentials', 'no key')
    const stores = new OpenedStores(() => {
      throw fault
    }, new ManualClock())
    for (let time = 0; time < 2; time++) {
      await expect(stores.use(folder('/a'), () => Promise.resolve())).rejects.toBe(fault)
    }
  })
})
