import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { openFileStore } from '../../../service/provider/archive/file.ts'
import { folderDestination } from '../../support/storage/folder-destination.ts'
import { describeStoreContract } from '../../support/storage/store-contract.ts'
import type { StoreUnderTest } from '../../support/storage/store-contract.ts'

const NO_ACCOUNT = 'a folder has no account'
const PARTS = { least: 1, most: 100_000, parts: 1000, multipleOf: 1, whole: 1e9, usual: 50_000 }

describeStoreContract('A folder', underTest, {
  'wrong-secret': NO_ACCOUNT,
  'wrong-key-id': NO_ACCOUNT,
  'unknown-host': 'a folder has no host',
  'clock-skew': 'a folder has no clock',
  network: 'a folder is reached without a network',
  // The system's administrator may write everywhere; faults of the file system are tested by their codes.
  ...((process.platform === 'win32' || process.getuid?.() === 0) && {
    'no-permission': 'this user may write everywhere',
  }),
})

async function underTest(): Promise<StoreUnderTest> {
  const home = await mkdtemp(join(tmpdir(), 'airdesk-test-'))
  const folder = join(home, 'some folder', '録画')
  const file = join(home, 'a file')
  await writeFile(file, '')
  const folders = { good: folder, 'no-bucket': join(file, 'below'), 'no-permission': '/airdesk-test' }
  return {
    partBytes: PARTS.usual,
    pageSize: 3,
    port: null,
    secrets: [],
    absent: 'no-folder',
    open(access) {
      if (access === 'good' || access === 'no-bucket' || access === 'no-permission') {
        return openFileStore(folderDestination(folders[access]), { parts: PARTS })
      }
      throw new Error(`a folder is never opened with ${access}`)
    },
    async readBack(key) {
      const bytes = await readFile(join(folder, key)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      })
      return bytes && { bytes, contentType: null }
    },
    async listRaw() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    },
    stop: () => rm(home, { recursive: true }),
  }
}
