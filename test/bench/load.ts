import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from './processes.ts'

/** What a client saw of a server under load. */
export interface Measured {
  readonly requestsPerSecond: number
  readonly requests: number
  /** Times of answer, whole ms. */
  readonly p50: number
  readonly p99: number
  /** Answers other than 2xx, and requests without any. */
  readonly failed: number
}

export interface Load extends Measured {
  /** CPU that the server's process used for each request, all of its threads, µs. */
  readonly cpuMicroseconds: number
}

/** A request to be sent over and over. */
export interface LoadRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** START and END in it become the beginning and the end of a minute that no other request has. */
  readonly body?: string
}

export interface ClientOptions extends LoadRequest {
  readonly connections: number
  /** Seconds. */
  readonly duration: number
  readonly firstMinute: number
}

export const CONNECTIONS = 64

/** More than one load sends. */
const MINUTES_OF_A_LOAD = 1_000_000
/** What stands before is for schedules that are there from the beginning. */
let nextMinute = MINUTES_OF_A_LOAD

/**
 * Loads a server for `seconds` from a process of its own, which leaves the server its core.
 * @param pid of the server
 * @throws Error when any request fails
 */
export async function load(request: LoadRequest, pid: number, seconds: number): Promise<Load> {
  const firstMinute = nextMinute
  nextMinute += MINUTES_OF_A_LOAD
  const options: ClientOptions = { ...request, connections: CONNECTIONS, duration: seconds, firstMinute }
  const before = cpuSeconds(pid)
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'load-client.ts'),
    JSON.stringify(options),
  ])
  const used = cpuSeconds(pid) - before
  const measured = JSON.parse(stdout) as Measured
  if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${request.url} failed`)
  return { ...measured, cpuMicroseconds: (used / measured.requests) * 1e6 }
}

/** The bare server in a process of its own, with a database in a new folder. */
export async function startBareServer(answers: readonly [schedules: unknown, channels: unknown]) {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const args = [join(import.meta.dirname, 'bare-server.ts'), JSON.stringify(answers), join(folder, 'bare.db')]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
