import WebSocket from 'ws'
import { waitFor } from '../support/wait-for.ts'

/** What lets `Heap.of` into a process; to be in its environment. @param port a free TCP port */
export function inspectable(port: number): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` }
}

/**
 * The JavaScript heap of another process, by its inspector. A heap that is collected late grows and shrinks by
 * dozens of MB; what a leak raises is what is left after a collection.
 */
export class Heap {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (text: Buffer) => {
      const { id, result } = JSON.parse(text.toString()) as { id?: number; result?: unknown }
      if (id !== undefined) this.#waiting.get(id)?.(result)
    })
  }

  /** @param port the one of `inspectable`; Linux and macOS only */
  static async of(pid: number, port: number): Promise<Heap> {
    process.kill(pid, 'SIGUSR1')
    const [target] = await waitFor(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`)
      return (await response.json()) as { webSocketDebuggerUrl: string }[]
    }, 'the inspector')
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return new Heap(socket)
  }

  /** Collects all garbage; gives what is left, MB. */
  async collect(): Promise<number> {
    await this.#request('HeapProfiler.collectGarbage')
    const { usedSize } = (await this.#request('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize / 1e6
  }

  close(): void {
    this.#socket.close()
  }

  #request(method: string): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method }))
    })
  }
}
