import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { waitFor } from '../wait-for.ts'

/** A server in a process of its own that can be killed at any moment and started again with the data it has. */
export interface ServerProcess {
  /** Resolves when it answers. Not for one that runs. */
  start(): Promise<void>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/**
 * Starts it.
 * @param args of Node, the program first
 * @param answers resolves when it does, and throws while it does not
 */
export async function startServerProcess(
  args: readonly string[],
  answers: () => Promise<unknown>,
): Promise<ServerProcess> {
  let child: ChildProcess | null = null
  let exited: Promise<unknown> = Promise.resolve()
  // It would outlive whoever started it.
  process.once('exit', () => child?.kill('SIGKILL'))
  const server: ServerProcess = {
    async start() {
      const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      exited = once(started, 'exit')
      let output = ''
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-5000)))
      }
      await waitFor(
        async () => {
          if (started.exitCode !== null) return true
          await answers()
          return true
        },
        `a server to answer: ${args.join(' ')}`,
        60_000,
      )
      if (started.exitCode !== null) throw new Error(`${args.join(' ')} ended:\n${output}`)
    },
    async kill() {
      child?.kill('SIGKILL')
      await exited
    },
  }
  await server.start()
  return server
}
