/**
 * The service in the process of its tests, where mutants can be set: everything that decides, remembers and
 * answers as the composition root joins it. Only the media processes are stood in for; nothing is carried.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCommandLine } from '../../service/platform/settings/command-line.ts'
import { findLayout } from '../../service/entry/layout.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { systemClock } from '../../service/platform/clock.ts'
import type { Host, WorkerProcess } from '../../service/platform/host.ts'
import { KEY_BYTES, secretBox } from '../../service/platform/secrets/secret-box.ts'
import { createService } from '../../service/service.ts'
import type { WireMessage } from '../../service/contract/worker-protocol.ts'
import type { Ready, RunningService, ServiceOptions } from '../support/service.ts'

const layout = findLayout(join(import.meta.dirname, '../../service/main.ts'))

/** In place of `startService` of `test/support`: of its options `args` alone. */
export async function startService({ args = [] }: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-mutant-'))
  const settings = parseCommandLine(['--data-dir', dataDir, '--ports', 'auto', ...args], layout.version)
  if ('help' in settings) throw new Error('asked for help')
  const service = await createService({
    settings: { ...settings, firstRun: false },
    layout,
    host: { start: (name) => Promise.resolve(standIn(name)) },
    clock: systemClock,
    logger: createLogger('silent'),
    secrets: secretBox(new Uint8Array(KEY_BYTES)),
    keptPorts: {},
    restart: () => undefined,
  })
  const end = async () => {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    // The credentials of a system that was just made are known.
    ready: service.ready as Ready,
    pid: process.pid,
    dataDir,
    output: () => '',
    stop: () => end().then(() => 0),
    kill: end,
  }
}

/** What media processes answer when they start; to all else they have nothing to say. */
const ANSWERS: Readonly<Record<string, object>> = {
  'ingest start': { rtmpPort: 1 },
  'origin start': { httpsPort: 2, httpPort: 3 },
  'sfu start': { port: 4 },
}

function standIn(worker: Parameters<Host['start']>[0]): WorkerProcess {
  const listeners: ((message: WireMessage) => void)[] = []
  const closing: (() => void)[] = []
  const close = () => closing.splice(0).forEach((listener) => listener())
  return {
    pid: 0,
    onMessage: (listener) => listeners.push(listener),
    onClose: (listener) => closing.push(listener),
    kill: close,
    post(message) {
      if (message.kind !== 'request') return
      const { id, name } = message
      const reply: WireMessage = { kind: 'reply', id, body: ANSWERS[`${worker} ${name}`] ?? {} }
      setImmediate(() => {
        for (const listener of listeners) listener(reply)
        if (name === 'stop') close()
      })
    },
  }
}
