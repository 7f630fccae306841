import type { Answered } from '../../contract/archive-worker.ts'
import { StoreError } from '../../provider/archive/store-error.ts'

/** A store's fault as an answer; whatever else is thrown is no answer. */
export async function answered<T>(run: () => Promise<T>): Promise<Answered<T>> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    if (error instanceof StoreError) return { ok: false, fault: error.fault }
    throw error
  }
}
