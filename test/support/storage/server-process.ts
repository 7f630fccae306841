import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'

/** A server in a process of its own that can be killed at any moment and started again with the data it has. */
export interface ServerProcess {
  readonly port: number
  /** Resolves when it listens. Not for one that runs. */
  start(): Promise<void>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/**
 * Starts it on a port that is free, and on another one where somebody took that meanwhile. What the server itself says
 * tells that it listens: a request might be answered by whoever has the port.
 * @param args of Node, the program first
 * @param listens what it says as soon as it listens
 */
export async function startServerProcess(
  args: (port: number) => readonly string[],
  listens: string,
): Promise<ServerProcess> {
  let child: ChildProcess | null = null
  let port = await freePort()
  const start = async () => {
    child = await started(args(port), listens)
  }
  for (let left = 3; ; left--) {
    try {
      await start()
      break
    } catch (error) {
      if (left === 0 || !String(error).includes('EADDRINUSE')) throw error
      port = await freePort()
    }
  }
  return {
    port,
    start,
    async kill() {
      if (!child) return
      const gone = hasEnded(child) ? null : once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** @throws Error with what it said when it ends before it listens */
async function started(args: readonly string[], listens: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // It would outlive whoever started it.
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  let isListening = false
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output = (output + text.toString()).slice(-5000)
        if (!output.includes(listens)) return
        isListening = true
        resolve()
      })
    }
    child.once('close', (code, signal) => {
      reject(new Error(`${args.join(' ')} ended (${signal ?? code}):\n${output}`))
      if (isListening && signal === null)
        console.error(`${args.join(' ')} ended by itself (${code}):\n${output}`)
    })
  })
  return child
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
