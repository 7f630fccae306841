/** What recording needs of the file system, so that tests can have one that fails or hangs. */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { constants } from 'node:fs'
import type { Bytes } from '../../contract/units.ts'
import { writeAll } from '../../platform/write-all.ts'

export interface SpoolFile {
  /** Writes all of `data`. @throws Error of the file system; part of it may have been written */
  write(data: Uint8Array, position: Bytes): Promise<void>
  /** Resolves when what was written outlives a loss of power. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Every method rejects with the file system's error. */
export interface SpoolDisk {
  /** Only this user may enter it; one that is there is fine. */
  makeFolder(path: string): Promise<void>
  /** For writing; made where it is not there, else with what it has. */
  open(path: string): Promise<SpoolFile>
  /** Writes a file that appears whole or not at all, replacing one of that name. */
  replace(path: string, data: Uint8Array | string): Promise<void>
}

const FILE_MODE = 0o600

export const localDisk: SpoolDisk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 })
  },
  async open(path) {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, FILE_MODE)
    return {
      write: (data, position) => writeAll(file, data, position),
      sync: () => file.datasync(),
      close: () => file.close(),
    }
  },
  async replace(path, data) {
    const temporary = `${path}.tmp`
    try {
      const file = await open(temporary, 'w', FILE_MODE)
      try {
        await file.writeFile(data)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
  },
}
