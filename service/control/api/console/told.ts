/** What one console was told, and what it is told next. */
import { hash } from 'node:crypto'
import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { EngineView } from '../../../contract/console/engine-view.ts'

/** The part of a WebSocket that the stream needs. */
export interface EventSocket {
  readonly bufferedAmount: number
  send(text: string): void
  /**
   * A part of a message, after which the next part has to be sent; the last one has `fin`.
   * @param done called when it was given to the network, or could not be
   */
  send(text: string, options: { readonly fin: boolean }, done: () => void): void
  close(code: number, reason: string): void
}

/** A channel as it is sent, and by what its change is seen: consoles with many channels remember the latter only. */
export interface ChannelText {
  readonly json: string
  readonly print: string
}

/** Channels in one delta; more of them go into several. */
const CHANNELS_IN_DELTA = 500

export function textOf(view: ChannelView): ChannelText {
  const json = JSON.stringify(view)
  return { json, print: hash('sha1', json, 'base64') }
}

export class Told {
  readonly #socket: EventSocket
  /** Channel id → print of what this console has. */
  readonly #prints = new Map<string, string>()
  #engine = ''
  #seq = 0
  #nextEngine: EngineView | null = null
  #nextChannels: string[] = []
  #nextRemoved: string[] = []
  /** The snapshot is sent; before, nothing else may be. */
  isWhole = false

  constructor(socket: EventSocket) {
    this.#socket = socket
  }

  /** A channel is in the snapshot. */
  has(channelId: string, { print }: ChannelText): void {
    this.#prints.set(channelId, print)
  }

  /** The engine is in the snapshot. */
  hasEngine(engine: EngineView): void {
    this.#engine = comparable(engine)
  }

  engine(engine: EngineView): void {
    const text = comparable(engine)
    if (text === this.#engine) return
    this.#engine = text
    this.#nextEngine = engine
  }

  channel(channelId: string, { json, print }: ChannelText): void {
    if (this.#prints.get(channelId) === print) return
    this.#prints.set(channelId, print)
    this.#nextChannels.push(json)
    if (this.#nextChannels.length === CHANNELS_IN_DELTA) this.send()
  }

  /** The channel is gone, or not shown any more. */
  gone(channelId: string): void {
    if (this.#prints.delete(channelId)) this.#nextRemoved.push(channelId)
  }

  /** All other channels are gone. */
  onlyLeft(channelIds: ReadonlySet<string>): void {
    if (channelIds.size === this.#prints.size) return
    for (const channelId of this.#prints.keys()) if (!channelIds.has(channelId)) this.gone(channelId)
  }

  /** Sends what has changed; nothing where nothing has. */
  send(): void {
    const [engine, channels, removed] = [this.#nextEngine, this.#nextChannels, this.#nextRemoved]
    if (engine === null && channels.length === 0 && removed.length === 0) return
    this.#nextEngine = null
    this.#nextChannels = []
    this.#nextRemoved = []
    const members = [
      `"type":"delta","seq":${++this.#seq}`,
      engine && `"engine":${JSON.stringify(engine)}`,
      channels.length > 0 && `"channels":[${channels.join(',')}]`,
      removed.length > 0 && `"removed":${JSON.stringify(removed)}`,
    ]
    this.#socket.send(`{${members.filter(Boolean).join(',')}}`)
  }
}

/** The engine's time moves always; alone it is no change. */
function comparable(engine: EngineView): string {
  const { emulator } = engine
  const clock = emulator && { ...emulator.clock, now: 0, realNow: 0 }
  return JSON.stringify({ ...engine, now: 0, emulator: emulator && { ...emulator, clock } })
}
