/** The spool's disk of a recorder, made to refuse or to hang. */
import type { SpoolDisk, SpoolFile } from '../../service/media/spool/spool-disk.ts'
import { localDisk } from '../../service/media/spool/spool-disk.ts'

export interface TroubledDisk extends SpoolDisk {
  /**
   * `full`: half of what is written gets through, then ENOSPC. `full-for-media`: only segments.bin is
   * refused. `hangs`: writes wait until the trouble is another.
   */
  trouble: 'none' | 'full' | 'full-for-media' | 'hangs'
  /** Calls that wait. */
  readonly waiting: number
}

export function troubledDisk(): TroubledDisk {
  let trouble: TroubledDisk['trouble'] = 'none'
  let release: (() => void)[] = []
  const passes = () =>
    trouble === 'hangs' ? new Promise<void>((resolve) => release.push(resolve)) : Promise.resolve()
  const refuses = (path: string) =>
    trouble === 'full' || (trouble === 'full-for-media' && path.endsWith('.bin'))
  return {
    get trouble() {
      return trouble
    },
    set trouble(value) {
      trouble = value
      const waiting = release
      release = []
      for (const go of waiting) go()
    },
    get waiting() {
      return release.length
    },
    makeFolder: (path) => localDisk.makeFolder(path),
    async open(path) {
      const file: SpoolFile = await localDisk.open(path)
      return {
        async write(data, position) {
          await passes()
          if (!refuses(path)) return file.write(data, position)
          await file.write(data.subarray(0, data.length / 2), position)
          throw noSpace()
        },
        sync: () => file.sync(),
        close: () => file.close(),
      }
    },
    async replace(path, data) {
      await passes()
      if (refuses(path)) throw noSpace()
      await localDisk.replace(path, data)
    },
  }
}

function noSpace(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}
