/** One synthetic client: signaling by WebSocket, media by libdatachannel. */
import { randomInt } from 'node:crypto'
import { WebSocket } from 'ws'
import type { OfferMessage, ServerMessage } from '../../contract/signaling.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { capabilities } from './capabilities.ts'
import type { Clip } from './clip.ts'
import type { ClientCounts, OpenOrder } from './messages.ts'
import { connectNativeClient } from './native-client.ts'
import type { NativeClient } from './native-client.ts'
import { Receiver } from './receiver.ts'
import { ClipSender } from './sender.ts'
import type { SentStream } from './sender.ts'

const STEP: Milliseconds = 10
const SSRCS = 2 ** 32 - 1

export interface SessionListener {
  opened(connectionId: string): void
  message(message: ServerMessage): void
  /** Once, as the last. */
  closed(code: number, reason: string): void
}

export class Session {
  readonly #order: Pick<OpenOrder, 'channelId' | 'connect'>
  readonly #clip: Clip
  readonly #listener: SessionListener
  readonly #socket: WebSocket
  #native: NativeClient | null = null
  #sender: ClipSender | null = null
  #receiver: Receiver | null = null
  #steps: NodeJS.Timeout | null = null
  /** One offer is answered after the other. */
  #answering: Promise<void> = Promise.resolve()
  /** What ended it from within, in words. */
  #fault: string | null = null

  /** @param ca certificate of the local authority, PEM */
  constructor(order: OpenOrder, ca: Buffer, clip: Clip, listener: SessionListener) {
    this.#order = order
    this.#clip = clip
    this.#listener = listener
    this.#socket = new WebSocket(order.url, { ca })
    this.#socket.on('open', () => this.#connect())
    this.#socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as ServerMessage))
    this.#socket.on('error', (error) => (this.#fault ??= error.message))
    this.#socket.on('close', (code, reason) => {
      this.#free()
      listener.closed(code, this.#fault ?? reason.toString())
    })
  }

  counts(): ClientCounts {
    return {
      sentPackets: this.#sender?.packets ?? 0,
      keyFrameRequests: this.#sender?.keyFrameRequests ?? 0,
      receivedPackets: this.#receiver?.packets ?? 0,
      receivedBytes: this.#receiver?.bytes ?? 0,
      lostPackets: this.#receiver?.lost ?? 0,
      receivedStreams: this.#receiver?.streams ?? 0,
    }
  }

  /** Leaves as a client does; the service closes the WebSocket. */
  stop(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#send({ type: 'disconnect', reason: 'NO-ERROR' })
    else this.#socket.terminate()
  }

  /** Breaks off without a word. */
  kill(): void {
    this.#free()
    this.#socket.terminate()
  }

  #connect(): void {
    const { channelId, connect } = this.#order
    const { role = 'sendonly', video = true, ...rest } = connect
    this.#send({
      ...{
        type: 'connect',
        channel_id: channelId,
        role,
        sdp: capabilities(),
        sora_client: 'Airdesk test kit',
      },
      video: video && role !== 'recvonly' ? { codec_type: 'VP8' } : video,
      ...rest,
    })
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'ping':
        this.#send(message.stats ? { type: 'pong', stats: [] } : { type: 'pong' })
        return
      case 'offer':
        this.#next(async () => this.#send({ type: 'answer', sdp: await this.#open(message) }))
        break
      case 're-offer':
        this.#next(async () => {
          if (this.#native) this.#send({ type: 're-answer', sdp: await this.#native.reoffer(message.sdp) })
        })
        return
      default:
    }
    this.#listener.message(message)
  }

  #next(step: () => Promise<void>): void {
    this.#answering = this.#answering.then(step).catch((error: unknown) => this.#fail(error))
  }

  async #open({ sdp, mid, connection_id: connectionId }: OfferMessage): Promise<string> {
    const streamOf = (id: string | undefined): SentStream | null =>
      id === undefined ? null : { mid: id, ssrc: randomInt(1, SSRCS) }
    const [audio, video] = [streamOf(mid?.audio), streamOf(mid?.video)]
    const sends = Object.fromEntries([audio, video].flatMap((sent) => (sent ? [[sent.mid, sent]] : [])))
    const client = await connectNativeClient({ offerSdp: sdp, sends })
    this.#native = client
    const sender = new ClipSender({ client, clip: this.#clip, audio, video })
    const receiver = new Receiver(client, () => performance.now())
    this.#sender = sender
    this.#receiver = receiver
    client.opened.then(
      () => {
        if (this.#native === null) return
        this.#steps = setInterval(() => {
          sender.advance(performance.now(), Date.now())
          receiver.advance(performance.now())
        }, STEP)
        this.#listener.opened(connectionId)
      },
      (error: unknown) => this.#fail(error),
    )
    return client.answerSdp
  }

  #fail(error: unknown): void {
    this.#fault ??= error instanceof Error ? error.message : String(error)
    this.kill()
  }

  #free(): void {
    if (this.#steps) clearInterval(this.#steps)
    this.#steps = null
    const native = this.#native
    this.#native = null
    native?.close()
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
