import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { TestPictureRequests } from '../../contract/worker-protocol.ts'
import { Refusal, refusal } from '../../contract/refusal/refusal.ts'
import type { Host } from '../../platform/host.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import { endNow, LOADED_WITHIN, watchWorker } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** What a test picture looks like. */
const TEST_PICTURE = { width: 1280, height: 720, frameRate: 30, bitRateBps: 2_500_000 } as const
/** From when its process is there. */
const PUBLISH_DEADLINE: Milliseconds = 15_000
/** Member of the query by which a publisher is known as one of these. */
const KEY = 'test-picture'

interface Running {
  /** Null while the process is being started. */
  worker: WorkerHandle | null
  /** True once it is not wanted any more. */
  stopped: boolean
  /** In its publishing address, where nobody else has it. */
  readonly key: string
  /** Null before its publisher is accepted. */
  connectionId: ConnectionId | null
}

/** Test pictures on air: one process each, which publishes to the channel as any encoder would. */
export class TestPictures {
  readonly #host: Host
  readonly #logger: Logger
  readonly #onChange: (channelId: ChannelId) => void
  readonly #running = new Map<ChannelId, Running>()
  readonly #starting = new Set<Promise<void>>()
  #closed = false

  constructor(host: Host, logger: Logger, onChange: (channelId: ChannelId) => void) {
    this.#host = host
    this.#logger = logger
    this.#onChange = onChange
  }

  running(channelId: ChannelId): boolean {
    return this.#running.has(channelId)
  }

  /**
   * Puts the test picture on air; does nothing where it is already.
   * @param url RTMP publishing address of the channel
   * @throws Refusal TEST_PICTURE_REFUSED with the reason of the channel, TEST_PICTURE_FAILED where it could not begin
   *   to publish, SERVICE_UNAVAILABLE once all is closed
   */
  async start(channelId: ChannelId, url: string): Promise<void> {
    if (this.#closed) throw refusal('SERVICE_UNAVAILABLE')
    if (this.#running.has(channelId)) return
    const running: Running = { worker: null, stopped: false, key: newSecret(), connectionId: null }
    this.#running.set(channelId, running)
    this.#onChange(channelId)
    const starting = this.#publish(channelId, running, `${url}?${KEY}=${running.key}`)
    const settled = starting.then(
      () => undefined,
      () => undefined,
    )
    this.#starting.add(settled)
    void settled.then(() => this.#starting.delete(settled))
    return starting
  }

  /** Whether an encoder is one of these. @param query of its publishing address */
  isOne(query: string): boolean {
    const key = new URLSearchParams(query).get(KEY)
    return [...this.#running.values()].some((running) => running.key === key)
  }

  /** A publisher was accepted, which may be one of these. @param query of its publishing address */
  accepted(query: string, connectionId: ConnectionId): void {
    const key = new URLSearchParams(query).get(KEY)
    for (const running of this.#running.values()) {
      if (running.key === key) running.connectionId = connectionId
    }
  }

  /** Of the test picture on this channel; null where none is accepted. */
  connectionOf(channelId: ChannelId): ConnectionId | null {
    return this.#running.get(channelId)?.connectionId ?? null
  }

  /** Process id of the test picture on this channel; null where none runs. */
  processOf(channelId: ChannelId): number | null {
    return this.#running.get(channelId)?.worker?.process.pid ?? null
  }

  /** Ends it as an encoder that leaves; resolves when its process is gone. */
  async stop(channelId: ChannelId): Promise<void> {
    const running = this.#running.get(channelId)
    if (!running) return
    running.stopped = true
    this.#end(channelId, running)
    if (running.worker) await endNow(running.worker)
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running.keys()].map((channelId) => this.stop(channelId)))
    await Promise.all(this.#starting)
  }

  async #publish(channelId: ChannelId, running: Running, url: string): Promise<void> {
    let worker: WorkerHandle | null = null
    try {
      worker = watchWorker(await this.#host.start('test-picture'))
      const rpc = Rpc.connect<TestPictureRequests, Record<string, never>>(worker.process, {})
      void worker.exited.then(() => this.#end(channelId, running))
      running.worker = worker
      if (running.stopped) return await endNow(worker)
      await rpc.request('begin', {}, LOADED_WITHIN)
      await rpc.request('publish', { url, ...TEST_PICTURE }, PUBLISH_DEADLINE)
    } catch (error) {
      this.#end(channelId, running)
      if (worker) await endNow(worker)
      if (running.stopped) return
      // What the channel said, such as the words of an authentication webhook.
      if (error instanceof Refusal) throw error
      this.#logger.error({ err: error, channelId }, 'test picture could not be put on air')
      throw refusal('TEST_PICTURE_FAILED', {}, { cause: error })
    }
  }

  #end(channelId: ChannelId, running: Running): void {
    if (this.#running.get(channelId) !== running) return
    this.#running.delete(channelId)
    this.#onChange(channelId)
  }
}
