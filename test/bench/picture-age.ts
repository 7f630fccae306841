import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { viewerOf } from '../support/broadcast.ts'
import { dateErrors, testPictureOnAir } from '../support/segment-dates.ts'
import { startService } from '../support/service.ts'
import type { Row } from './rows.ts'

/** The largest distance of 95 of 100, ms. */
function percentile95(errors: readonly number[]): number {
  const sorted = errors.map(Math.abs).toSorted((a, b) => a - b)
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN
}

/**
 * How far the dates of segments are from the clock in their pictures, on an idle computer and with a busy loop
 * for each core beside it. @param seconds of each
 */
export async function measurePictureAge(seconds: number): Promise<Row[]> {
  const service = await startService()
  const viewer = viewerOf(service)
  const loops: ChildProcess[] = []
  try {
    const media = await testPictureOnAir(service, viewer)
    const known = new Map<string, number>()
    const measure = async () => {
      const errors: number[] = []
      for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(1000)) {
        for (const [uri, error] of await dateErrors(media, viewer, known)) {
          known.set(uri, error)
          errors.push(error)
        }
      }
      return errors
    }
    const idle = await measure()
    for (const _ of cpus()) loops.push(spawn(process.execPath, ['-e', 'for (;;) {}']))
    const busy = await measure()
    const row = (what: string, errors: number[]): Row => [
      `Date of a segment against the clock in its picture, ${what}, p95, ms`,
      `${percentile95(errors).toFixed(0)} (of ${errors.length})`,
      ...(['the clock', '', '≤ 200'] as const),
    ]
    return [row('idle', idle), row(`${cpus().length} busy loops`, busy)]
  } finally {
    for (const loop of loops) loop.kill()
    await viewer.close()
    await service.stop()
  }
}
