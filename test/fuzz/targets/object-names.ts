import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openFileStore } from '../../../service/provider/archive/file.ts'
import type { ArchiveStore } from '../../../service/provider/archive/provider.ts'
import { StoreError } from '../../../service/provider/archive/store-error.ts'
import { objectOf } from '../../support/storage/byte-sources.ts'
import { hostilePath } from '../inputs/hostile-names.ts'
import { propertyTarget } from '../property-target.ts'

const inputs = fc.record({
  act: fc.constantFrom('put', 'read', 'stat', 'list', 'delete', 'abort'),
  key: hostilePath,
})
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

const SECRET = 'nobody may read this'
const never = new AbortController().signal
/** Stores put everything on disk before they go on, which costs most of a case: here the disk is memory, on Linux. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Names of objects, as rows and stores may have them, in a folder with links that lead out of it. */
export const target = propertyTarget<Input>({
  name: 'object-names',
  cases: 600,
  reaches: { 'refused-request': 100, done: 50, forbidden: 2 },
  inputs,
  start: async () => {
    const home = await mkdtemp(join(FOLDER, 'airdesk-fuzz-'))
    const outside = join(home, 'out')
    const root = join(home, 'root')
    await mkdir(outside)
    await mkdir(join(root, 'data'), { recursive: true })
    for (const name of ['passwd', 'a', 'secrets.key']) await writeFile(join(outside, name), SECRET)
    await writeFile(join(root, 'data', 'secrets.key'), SECRET)
    const links = async () => {
      await rm(join(root, 'shows'), { recursive: true, force: true })
      await mkdir(join(root, 'shows'))
      await symlink(outside, join(root, 'shows', 'link'))
      await symlink(join(outside, 'passwd'), join(root, 'shows', 'passwd'))
      await symlink('..', join(root, 'shows', 'etc'))
    }
    await links()
    const folder = join(root, 'shows')
    const store = openFileStore({ kind: 'file', folder, root, makesRoot: true, never: [join(root, 'data')] })
    return {
      take: (input) => take(store, input),
      async check() {
        const names = (await readdir(home, { recursive: true })).filter((name) => !/^root.shows/.test(name))
        const right = [
          'out',
          'out/a',
          'out/passwd',
          'out/secrets.key',
          'root',
          'root/data',
          'root/data/secrets.key',
        ]
        if (names.toSorted().join() !== right.join()) throw new Error(`outside there is now ${names.join()}`)
        for (const name of names.filter((one) => /passwd|out.a|key/.test(one)))
          if ((await readFile(join(home, name), 'utf8')) !== SECRET) throw new Error(`${name} was changed`)
        await links()
      },
      stop: () => rm(home, { recursive: true }),
    }
  },
})

async function take(store: ArchiveStore, { act, key }: Input): Promise<string> {
  try {
    switch (act) {
      case 'put':
        await store.put(objectOf(key, Buffer.from('x')), {
          ...{ signal: never, resume: null, onState: () => {}, onSent: () => {} },
        })
        break
      case 'read': {
        const body = await store.read(key, { start: 0, end: 99 }, never)
        const bytes = Buffer.concat(await body.toArray()).toString()
        if (bytes.includes(SECRET)) throw new Error(`${key} was read`)
        break
      }
      case 'stat':
        if ((await store.stat(key, never)) === null) return 'not-found'
        break
      case 'list':
        for await (const found of store.list(key, never))
          if (
            found.key
              .split('/')
              .some((part) => ['link', 'etc', 'passwd', '..'].includes(part) && found.size > 1)
          )
            throw new Error(`${found.key} was listed`)
        break
      case 'delete':
        await store.delete(key, never)
        break
      case 'abort':
        await store.abort(key, { uploadId: 'file', partBytes: 1, parts: [] }, never)
        break
    }
    return 'done'
  } catch (error) {
    if (error instanceof StoreError) return error.kind
    throw error
  }
}
