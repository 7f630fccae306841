import type { Clock } from '../../platform/clock.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { WorkerProcess } from '../../platform/host.ts'

/** A busy computer takes long to load the native libraries; only a process that hangs takes so long. */
export const LOADED_WITHIN: Milliseconds = 30_000

/** A started process, and whether it still runs. */
export interface WorkerHandle {
  readonly process: WorkerProcess
  readonly alive: boolean
  readonly exited: Promise<void>
}

export function watchWorker(process: WorkerProcess): WorkerHandle {
  let alive = true
  const exited = new Promise<void>((resolve) => {
    process.onClose(() => {
      alive = false
      resolve()
    })
  })
  return {
    process,
    exited,
    get alive() {
      return alive
    },
  }
}

/** Waits for the process to end by itself, and ends it when the time is over; resolves when it is gone. */
export async function endWithin(worker: WorkerHandle, graceMs: Milliseconds, clock: Clock): Promise<void> {
  const timer = clock.after(graceMs, () => worker.process.kill())
  await worker.exited
  timer.cancel()
}

/** Ends the process now; resolves when it is gone. */
export async function endNow(worker: WorkerHandle): Promise<void> {
  if (worker.alive) worker.process.kill()
  await worker.exited
}
