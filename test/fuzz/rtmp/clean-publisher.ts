import { RtmpClient } from '../../../service/kit/rtmp/client.ts'
import { waitFor } from '../../support/wait-for.ts'
import { CLEAN_PREFIX } from './listener.ts'
import type { RtmpUnderTest } from './listener.ts'

/** A publisher that sends nothing wrong, and knows what must have arrived of it. */
export class CleanPublisher {
  readonly #target: RtmpUnderTest
  readonly #client: RtmpClient
  readonly #channel: string
  #sent = 0

  private constructor(target: RtmpUnderTest, client: RtmpClient, channel: string) {
    this.#target = target
    this.#client = client
    this.#channel = channel
  }

  static async start(target: RtmpUnderTest, name: string): Promise<CleanPublisher> {
    const client = new RtmpClient('127.0.0.1', target.listener.port)
    const channel = `${CLEAN_PREFIX}${name}`
    client.handshake()
    client.setChunkSize(1000)
    client.publish({ app: channel, name: '' })
    await client.published()
    return new CleanPublisher(target, client, channel)
  }

  /** Sends ten messages and checks that they arrive as sent. */
  async check(): Promise<void> {
    for (let i = 0; i < 10; i++) {
      this.#client.message(9, this.#sent * 33, 1, Buffer.alloc(1500 + i, this.#sent))
      this.#sent += 1
    }
    const arrived = this.#target.clean.get(this.#channel) ?? []
    await waitFor(
      () => arrived.length >= 10 || this.#client.socket.destroyed,
      'the messages of a clean publisher',
    )
    const taken = arrived.splice(0)
    const right = taken.every((payload, i) => payload.equals(Buffer.alloc(1500 + i, this.#sent - 10 + i)))
    if (taken.length !== 10 || !right) this.#target.faults.push(`${this.#channel} was disturbed`)
  }

  async stop(): Promise<void> {
    await this.#client.stop()
    const end = this.#target.cleanEnds.get(this.#channel)
    if (end !== 'client-closed') this.#target.faults.push(`${this.#channel} ended with ${String(end)}`)
    this.#target.clean.delete(this.#channel)
    this.#target.cleanEnds.delete(this.#channel)
  }
}
