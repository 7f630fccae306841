/** Starts the real service as a person would, from its bundle, on free ports with a data folder of its own. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_FLAGS } from '../../scripts/lib/node.mjs'
import { readLastPorts, writeLastPorts } from '../../service/platform/settings/last-ports.ts'
import { PORT_NAMES } from '../../service/platform/settings/ports.ts'
import type { Ports } from '../../service/platform/settings/ports.ts'
import { freePort } from './free-port.ts'
import { waitFor } from './wait-for.ts'

/** What the service writes to its ready file. */
export interface Ready {
  readonly option_base_url: string
  readonly live_base_url: string
  /** For programs. */
  readonly console_url: string
  /** For browsers. */
  readonly console_page_url: string
  readonly signaling_url: string
  readonly media_base_url: string
  readonly rtmp_base_url: string
  readonly webrtc_udp_ports: string
  readonly ca_cert_file: string
  readonly aliases?: string
  readonly alias_proxy_url?: string
  readonly email: string
  readonly password: string
  readonly access_code: string
  readonly access_token: string
}

export interface ServiceOptions {
  /** Kept after `stop` when given; otherwise a new folder that `stop` removes. */
  readonly dataDir?: string
  /** Further command line arguments, for example `['--rtmp-port', '1935']`. */
  readonly args?: readonly string[]
  /** True: the console asks the questions of a new installation. */
  readonly firstRun?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** What starts it elsewhere, in front of its own command. */
  readonly within?: readonly string[]
  /** A folder in which each process says at its end what it ran; they run from the sources then. */
  readonly coverage?: string
}

export interface RunningService {
  readonly ready: Ready
  readonly pid: number
  readonly dataDir: string
  /** Everything that the service printed so far, both streams. */
  output(): string
  /** Ends it by SIGTERM and waits; gives the exit code, null when a signal ended it. */
  stop(): Promise<number | null>
  /** Ends it by SIGKILL and waits; the data folder stays, so that it can be started again on it. */
  kill(): Promise<void>
}

/** What `--ports auto` begins with: no connection of another program takes these while the service is away. */
async function quietPorts(): Promise<Partial<Ports>> {
  const ports: Partial<Ports> = {}
  for (const name of PORT_NAMES) ports[name] = await freePort()
  return ports
}

const ENTRY = join(import.meta.dirname, '../../out/service/main.js')
const SOURCE = join(import.meta.dirname, '../../service/main.ts')

/**
 * Starts `out/service/main.js` and waits until everything listens.
 * @throws Error with the service's output when it ends before that, or when it was not built
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const entry = options.coverage === undefined ? ENTRY : SOURCE
  if (!existsSync(entry)) throw new Error('out/service/main.js is missing: run the build first')
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'airdesk-test-')))
  const readyFile = join(dataDir, 'ready.json')
  await rm(readyFile, { force: true })
  const isNew = existsSync(dataDir) && Object.keys(readLastPorts(dataDir)).length === 0
  if (isNew) writeLastPorts(dataDir, await quietPorts())
  // However busy the tests make this computer, what they look at is told.
  const usual = ['--data-dir', dataDir, '--ports', 'auto', '--ready-file', readyFile, '--overload-at', '0']
  const args = [...usual, ...(options.firstRun ? [] : ['--no-first-run']), ...(options.args ?? [])]
  const [command = '', ...line] = [
    ...(options.within ?? []),
    process.execPath,
    ...SERVICE_FLAGS,
    entry,
    ...args,
  ]
  const child = spawn(command, line, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(options.coverage !== undefined && { NODE_V8_COVERAGE: options.coverage }),
      ...options.env,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

  const text = await waitFor(
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) return ''
      return existsSync(readyFile) ? await readFile(readyFile, 'utf8') : null
    },
    'the ready file of the service',
    60_000,
  )
  if (text === '') throw new Error(`the service ended before it was ready:\n${output}`)

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  return {
    ready: JSON.parse(text) as Ready,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    stop: async () => {
      const code = await end('SIGTERM')
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
      return code
    },
    kill: async () => {
      await end('SIGKILL')
    },
  }
}
