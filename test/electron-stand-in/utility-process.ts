import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'

const running = new Set<ChildProcess>()

/** A child process with a message port, as Electron's UtilityProcess. */
class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess

  constructor(file: string, argv: readonly string[]) {
    super()
    const port = new URL('./utility-port.ts', import.meta.url).href
    this.#child = fork(file, argv, {
      execArgv: ['--import', port],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    running.add(this.#child)
    this.#child.on('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('error', () => undefined)
    this.#child.on('exit', (code) => {
      running.delete(this.#child)
      this.emit('exit', code ?? 1)
    })
  }

  /** Absent before the start and after the end. */
  get pid(): number | undefined {
    return running.has(this.#child) ? this.#child.pid : undefined
  }

  postMessage(message: object): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

interface ForkOptions {
  readonly serviceName?: string
  readonly stdio?: 'inherit'
}

export const utilityProcess = {
  fork: (file: string, argv: readonly string[] = [], options: ForkOptions = {}) => {
    if (options.stdio !== 'inherit') throw new Error('the stand-in knows only stdio: inherit')
    return new UtilityProcess(file, argv)
  },
}

/** Utility processes do not outlive the application. */
export function endUtilities(): void {
  for (const child of running) child.kill('SIGKILL')
}
