import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a client saw of a server under load. */
export interface Load {
  readonly requestsPerSecond: number
  /** Times of answer, whole ms. */
  readonly p50: number
  readonly p99: number
  /** Answers other than 2xx, and requests without any. */
  readonly failed: number
}

/** A request to be sent over and over. */
export interface LoadRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const CONNECTIONS = 64

/**
 * Loads a server for `seconds` from a process of its own, which leaves the server its core.
 * @throws Error when any request fails
 */
export async function load(request: LoadRequest, seconds: number): Promise<Load> {
  const options = JSON.stringify({ ...request, connections: CONNECTIONS, duration: seconds })
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'load-client.ts'),
    options,
  ])
  const measured = JSON.parse(stdout) as Load
  if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${request.url} failed`)
  return measured
}

/** The bare server in a process of its own. */
export async function startBareServer(answers: readonly [schedules: unknown, channels: unknown]) {
  const file = join(import.meta.dirname, 'bare-server.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(answers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') }
}
