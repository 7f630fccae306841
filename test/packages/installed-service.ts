/** A service in a clean root, reached from this machine. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descendants } from '../support/processes.ts'
import type { Ready } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { CleanRoot, RunOptions } from './clean-root.ts'

export interface InstalledService {
  /** With the certificate's file as this machine finds it. */
  readonly ready: Ready
  readonly output: () => string
  /** SIGTERM to the service itself, as a service manager sends it; gives the exit code. */
  stop(): Promise<number | null>
}

export interface Start {
  readonly root: CleanRoot
  /** A line of the shell that starts it with the ready file below. */
  readonly line: string
  /** Its path in the root. */
  readonly readyFile: string
  readonly options?: RunOptions
}

/** @throws Error with what it said, when it ends before it is ready */
export async function startInstalled({ root, line, readyFile, options }: Start): Promise<InstalledService> {
  const file = join(root.path, readyFile)
  const child = root.start(line, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
  }
  const text = await waitFor(
    () => {
      if (child.exitCode !== null) return ''
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    },
    `the ready file of ${line}`,
    60_000,
  ).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${line}:\n${output}`, { cause: error })
  })
  if (text === '') throw new Error(`${line} ended with ${child.exitCode}:\n${output}`)
  const ready = JSON.parse(text) as Ready
  return {
    ready: { ...ready, ca_cert_file: join(root.path, ready.ca_cert_file) },
    output: () => output,
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'close')
  const service = descendants(child.pid ?? 0).find(({ command }) => command.includes('out/service/main.js'))
  if (!service) throw new Error('the service does not run')
  process.kill(service.pid, 'SIGTERM')
  await ended
  return child.exitCode
}
