import { StoreError } from '../../provider/archive/store-error.ts'

const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT']

/**
 * Does what needs a recording's own folder only.
 * @throws StoreError `full` where there was no room, `local` for whatever else went wrong
 */
export async function inSpool<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const message = error instanceof Error ? error.message : String(error)
    throw new StoreError(NO_ROOM.includes(code) ? 'full' : 'local', message, { code })
  }
}
