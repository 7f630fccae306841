import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAirdesk } from '../../service/kit/airdesk.ts'
import { startService } from '../support/service.ts'

/** Seconds from starting the process to its ready file, on a data folder that was used before. */
export async function warmStarts(count: number): Promise<number[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-bench-'))
  const times: number[] = []
  for (let i = 0; i <= count; i++) {
    const from = performance.now()
    const service = await startService({ dataDir })
    // The first one makes the data folder.
    if (i > 0) times.push((performance.now() - from) / 1000)
    await service.stop()
  }
  await rm(dataDir, { recursive: true, force: true })
  return times
}

/** Seconds until `startAirdesk` gives a service, each with a new data folder, where one was started before. */
export async function kitStarts(count: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i <= count; i++) {
    const from = performance.now()
    const airdesk = await startAirdesk({ emulator: true })
    if (i > 0) times.push((performance.now() - from) / 1000)
    await airdesk.close()
  }
  return times
}
