import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns once what was written to the file is on disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
