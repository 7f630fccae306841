/** What the stores have of recordings that are deleted. */
import type { ArchiveRequests } from '../../contract/archive-worker.ts'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import type { ArchiveStore } from '../../provider/archive/provider.ts'
import type { OpenedStores } from './opened-stores.ts'

/** Deletions on their way at a time. */
const AT_ONCE = 8

/**
 * Deletes everything whose key begins with the prefix, and gives up unfinished uploads below it.
 * @returns how many objects there were
 * @throws StoreError of the first deletion that fails; Error for a prefix that could mean more than a recording
 */
export async function deleteObjects(
  stores: OpenedStores,
  { destination, prefix, unfinished = [], of }: ArchiveRequests['objects.delete'][0],
  signal: AbortSignal,
): Promise<number> {
  if (!/^[^/].*\/$/s.test(prefix)) throw new Error('a prefix must end with a slash and name something')
  const run = async (store: ArchiveStore) => {
    for (const { key, state } of unfinished) await store.abort(key, state, signal)
    const keys = await keysBelow(store, prefix, signal)
    const left = keys.values()
    const work = async () => {
      for (const key of left) await store.delete(key, signal)
    }
    await allOrFirstError(Array.from({ length: AT_ONCE }, work))
    return keys.length
  }
  return stores.use(destination, run, of)
}

/** All at once: stores differ in what they list when objects go meanwhile. */
async function keysBelow(store: ArchiveStore, prefix: string, signal: AbortSignal): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix, signal)) keys.push(key)
  return keys
}
