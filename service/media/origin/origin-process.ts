import type { OriginNotifications, OriginRequests, OriginTls } from '../../contract/origin-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { garbageCollector } from '../../platform/collect-garbage.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Rpc } from '../../platform/rpc.ts'
import { SegmentStore } from '../hls/segment-store.ts'
import { connectMediaLink } from '../link/connect.ts'
import type { LinkFrame } from '../link/frames.ts'
import type { LinkPeer } from '../link/peer.ts'
import { AddressGate } from './address-gate.ts'
import { LiveWindow } from './live-window.ts'
import { startHlsOrigin } from './origin.ts'
import type { HlsOrigin } from './origin.ts'

const REPORT_EVERY: Milliseconds = 1000

export interface OriginProcessParts {
  readonly control: Rpc<Record<string, never>, OriginNotifications>
  readonly clock: Clock
  readonly logger: Logger
}

/** All of one process of the origin: what it serves from, and whom. */
export class OriginProcess {
  readonly gate: AddressGate
  readonly #control: OriginProcessParts['control']
  readonly #window: LiveWindow
  readonly #origin: HlsOrigin
  #feed: LinkPeer | null = null

  private constructor(
    control: OriginProcessParts['control'],
    gate: AddressGate,
    window: LiveWindow,
    origin: HlsOrigin,
  ) {
    this.#control = control
    this.gate = gate
    this.#window = window
    this.#origin = origin
  }

  /** @throws Error with code EADDRINUSE when a port is taken */
  static async start(
    request: OriginRequests['start'][0],
    { control, clock, logger }: OriginProcessParts,
  ): Promise<OriginProcess> {
    const { hlsDirectory, memoryBytes, tls, ticketKeys } = request
    const gate = new AddressGate(request.gate, clock)
    const window = new LiveWindow(memoryBytes, garbageCollector(), clock)
    const store = new SegmentStore({ directory: hlsDirectory, logger })
    const { http, https, share, protectHttp, names } = request
    const origin = await startHlsOrigin({
      ...{ http, https, share, tls: { tls, ticketKeys }, window, store, logger, gate },
      ...(protectHttp !== undefined && { protectHttp }),
      ...(names !== undefined && { names }),
    })
    clock.every(REPORT_EVERY, () => control.notify('attendance', origin.takeAttendance()))
    return new OriginProcess(control, gate, window, origin)
  }

  get ports(): OriginRequests['start'][1] {
    const { httpPort, httpsPort } = this.#origin
    return { httpPort, httpsPort }
  }

  /**
   * Takes what ingest writes into memory from now on.
   * @throws Error when nothing listens at `pipe`
   */
  async attach(pipe: string, token: string): Promise<void> {
    const feed = await connectMediaLink(pipe, token)
    this.#feed?.close()
    this.#feed = feed
    this.#window.clear()
    feed.onFrame((frame) => {
      if (feed === this.#feed) this.#take(frame)
    })
    feed.onClose(() => this.#lost(feed))
  }

  #take(frame: LinkFrame): void {
    if (frame.type === 'file') this.#window.written(frame.path, frame.bytes, frame.onDisk)
    else if (frame.type === 'live') this.#window.live(frame.path, frame.playlist)
    else if (frame.type === 'gone') this.#window.removed(frame.path)
  }

  replaceTls(tls: OriginTls): void {
    this.#origin.replaceTls(tls)
  }

  async close(): Promise<void> {
    const feed = this.#feed
    this.#feed = null
    feed?.close()
    await this.#origin.close()
  }

  /** What is in memory may be changed on disk without this process knowing. */
  #lost(feed: LinkPeer): void {
    if (feed !== this.#feed) return
    this.#feed = null
    this.#window.clear()
    this.#control.notify('detached', {})
  }
}
