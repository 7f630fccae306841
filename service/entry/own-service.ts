import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeHost } from '../platform/host.ts'
import { parseCommandLine } from '../platform/settings/command-line.ts'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'
import { ConsoleClient } from './console-client.ts'
import type { Layout } from './layout.ts'
import { startLives } from './lives.ts'
import { startRun } from './run.ts'

/** A service for one command, with the emulator and a data folder of its own. */
export interface OwnService {
  readonly ready: ReadyInfo
  readonly client: ConsoleClient
  /** Ends it; nothing of it is left. */
  end(): Promise<void>
}

/**
 * Starts one in this process, on free ports.
 * @param seed null: ids and tokens are random
 * @throws what stands in the way of a start
 */
export async function startOwnService(seed: number | null, layout: Layout): Promise<OwnService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const options = ['--ports', 'auto', '--no-first-run', '--overload-at', '0', '--emulator']
  const seeded = seed === null ? [] : ['--seed', String(seed)]
  try {
    const settings = parseCommandLine(['--data-dir', dataDir, ...options, ...seeded], layout.version)
    if ('help' in settings) throw new Error('unreachable: no option asks for help')
    const parts = { layout, host: nodeHost(layout.worker), wrapper: null }
    const lives = startLives((succession) => startRun(settings, parts, succession), {
      ready: () => undefined,
      // Whoever waits for it gives up.
      failed: () => undefined,
    })
    const { service } = await lives.current()
    const client = new ConsoleClient(dataDir)
    await client.open()
    const end = async () => {
      await client.close()
      await lives.end()
      await remove()
    }
    return { ready: service.ready, client, end }
  } catch (error) {
    await remove()
    throw error
  }
}
