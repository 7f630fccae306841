import WebSocket from 'ws'

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A connection to the inspector of a Node process, of Chromium, or of one of its pages. */
export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (text: Buffer) => {
      const answer = JSON.parse(text.toString()) as Answer
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer)
    })
  }

  /** @param url its `webSocketDebuggerUrl` */
  static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return new Inspector(socket)
  }

  /** @throws Error with what the inspector says against it */
  async ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId
    const { result, error } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
    this.#waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  /** Collects all garbage of JavaScript; gives what is left, MB. */
  async collect(): Promise<number> {
    await this.ask('HeapProfiler.collectGarbage')
    const { usedSize } = (await this.ask('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize / 1e6
  }

  close(): void {
    this.#socket.close()
  }
}
