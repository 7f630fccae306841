/** A client of Janus's WebSocket API, as far as one VideoRoom needs it. */
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import WebSocket from 'ws'
import { waitFor } from '../wait-for.ts'

/** Sessions that say nothing for a minute are ended. */
const KEEP_ALIVE_MS = 20_000
const ANSWER_MS = 10_000

/** @throws Error when nothing listens there */
export async function connectToJanus(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, 'janus-protocol')
  await once(socket, 'open')
  return socket
}

interface Answer {
  readonly janus: string
  readonly transaction?: string
  readonly sender?: number
  readonly data?: { readonly id: number }
  readonly plugindata?: { readonly data: Record<string, unknown> }
  readonly jsep?: { readonly type: 'offer' | 'answer'; readonly sdp: string }
  readonly error?: { readonly reason: string }
}

/** A session of the API with one room. Each connection is a handle of its own. */
export class JanusRoom {
  readonly #socket: WebSocket
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  readonly #webrtcUp = new Set<number>()
  readonly #keepAlive: NodeJS.Timeout
  readonly #room = randomInt(1, 2 ** 31)
  #session: number | null = null

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (text: Buffer) => this.#receive(JSON.parse(text.toString()) as Answer))
    this.#keepAlive = setInterval(() => void this.#request({ janus: 'keepalive' }, true), KEEP_ALIVE_MS)
  }

  static async open(url: string): Promise<JanusRoom> {
    const room = new JanusRoom(await connectToJanus(url))
    room.#session = (await room.#request({ janus: 'create' })).data?.id ?? 0
    const { handle } = await room.#attach()
    await room.#message(handle, {
      request: 'create',
      room: room.#room,
      publishers: 1000,
      bitrate: 0,
      videocodec: 'vp8',
      audiocodec: 'opus',
    })
    return room
  }

  /**
   * Publishes as the feed of a number of the caller's.
   * @returns the answer, and what waits until the feed can be subscribed to
   */
  async publish(feed: number, offerSdp: string): Promise<{ answerSdp: string; up(): Promise<unknown> }> {
    const { handle } = await this.#attach()
    await this.#message(handle, { request: 'join', ptype: 'publisher', room: this.#room, id: feed })
    const { jsep } = await this.#message(handle, { request: 'publish' }, { type: 'offer', sdp: offerSdp })
    return {
      answerSdp: jsep?.sdp ?? '',
      up: () => waitFor(() => this.#webrtcUp.has(handle), `feed ${feed} to be up`),
    }
  }

  /** Subscribes to all feeds given; the answer goes to `start`. */
  async subscribe(
    feeds: readonly number[],
  ): Promise<{ offerSdp: string; start(answerSdp: string): Promise<unknown> }> {
    const { handle } = await this.#attach()
    const streams = feeds.map((feed) => ({ feed }))
    const { jsep } = await this.#message(handle, {
      request: 'join',
      ptype: 'subscriber',
      room: this.#room,
      streams,
    })
    return {
      offerSdp: jsep?.sdp ?? '',
      start: (sdp) => this.#message(handle, { request: 'start' }, { type: 'answer', sdp }),
    }
  }

  close(): void {
    clearInterval(this.#keepAlive)
    this.#socket.close()
  }

  async #attach(): Promise<{ handle: number }> {
    const { data } = await this.#request({ janus: 'attach', plugin: 'janus.plugin.videoroom' })
    return { handle: data?.id ?? 0 }
  }

  async #message(handle: number, body: object, jsep?: { type: string; sdp: string }): Promise<Answer> {
    const answer = await this.#request({ janus: 'message', handle_id: handle, body, ...(jsep && { jsep }) })
    const fault = answer.plugindata?.data['error']
    if (typeof fault === 'string') throw new Error(`Janus: ${fault}`)
    return answer
  }

  /** @param acknowledged whether an acknowledgement is all that comes */
  #request(message: object, acknowledged = false): Promise<Answer> {
    const transaction = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const deadline = setTimeout(() => reject(new Error('Janus did not answer.')), ANSWER_MS)
    this.#waiting.set(transaction, (answer) => {
      if (answer.janus === 'ack' && !acknowledged) return
      clearTimeout(deadline)
      this.#waiting.delete(transaction)
      if (answer.error) reject(new Error(`Janus: ${answer.error.reason}`))
      else resolve(answer)
    })
    const session = this.#session === null ? {} : { session_id: this.#session }
    this.#socket.send(JSON.stringify({ ...message, ...session, transaction }))
    return promise
  }

  #receive(answer: Answer): void {
    if (answer.janus === 'webrtcup' && answer.sender !== undefined) this.#webrtcUp.add(answer.sender)
    if (answer.transaction !== undefined) this.#waiting.get(answer.transaction)?.(answer)
  }
}
