import type { FileHandle } from 'node:fs/promises'
import type { Bytes } from '../contract/units.ts'

/**
 * Writes all of `data`, by one write where the system takes all at once; `writeFile` of Node takes one for each 512 KiB.
 * @param position in the file
 * @throws the error of the file system, or Error where it takes no more
 */
export async function writeAll(file: FileHandle, data: Uint8Array, position: Bytes): Promise<void> {
  let done = 0
  while (done < data.length) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done)
    if (bytesWritten === 0) throw new Error('the file system takes no more')
    done += bytesWritten
  }
}
