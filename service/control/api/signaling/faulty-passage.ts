import type { FaultEffect, FaultFacts } from '../../../contract/faults.ts'
import { SIGNALING_FAILURE } from '../../../contract/signaling.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { cutReason } from './close-reason.ts'
import type { SignalingSocket } from './session.ts'

type Direction = FaultFacts['signaling']['direction']

/** Only in a service for tests: what happens to a message on purpose. */
export interface SignalingFaults {
  at(facts: FaultFacts['signaling']): FaultEffect<'signaling'> | null
  /** Whose channel it is; undefined where there is none. */
  systemOf(channelId: string): string | undefined
}

/**
 * Stands between a WebSocket and its session. What is delayed holds back what comes after it, as a network does. A
 * session whose WebSocket is closed here learns of it as of any other that breaks.
 */
export class FaultyPassage {
  readonly #socket: SignalingSocket
  readonly #faults: SignalingFaults
  readonly #clock: Pick<Clock, 'after'>
  readonly #queues: Record<Direction, Promise<void> | null> = { 'from-client': null, 'to-client': null }
  #channelId: string | undefined
  #connectionId: string | undefined
  #over = false

  /** @param clock real time: how long a message is held back */
  constructor(socket: SignalingSocket, faults: SignalingFaults, clock: Pick<Clock, 'after'>) {
    this.#socket = socket
    this.#faults = faults
    this.#clock = clock
  }

  /** What the session has for a WebSocket. */
  get socket(): SignalingSocket {
    const socket = this.#socket
    return {
      get bufferedAmount() {
        return socket.bufferedAmount
      },
      send: (text) => this.#pass('to-client', text, () => socket.send(text)),
      close: (code, reason) => this.#inTurn('to-client', 0, () => socket.close(code, reason)),
      terminate: () => socket.terminate(),
    }
  }

  /** @param deliver gives the frame to the session */
  received(frame: Uint8Array, deliver: () => void): void {
    this.#pass('from-client', new TextDecoder().decode(frame), deliver)
  }

  /** The WebSocket is gone. */
  gone(): void {
    this.#over = true
  }

  #pass(direction: Direction, text: string, go: () => void): void {
    const type = this.#learn(text)
    const channelId = this.#channelId
    const systemId = channelId === undefined ? undefined : this.#faults.systemOf(channelId)
    const effect =
      type === null
        ? null
        : this.#faults.at({
            ...{ type, direction },
            ...(systemId !== undefined && { systemId }),
            ...(channelId !== undefined && { channelId }),
            ...(this.#connectionId !== undefined && { connectionId: this.#connectionId }),
          })
    switch (effect?.kind) {
      case undefined:
        return this.#inTurn(direction, 0, go)
      case 'delay':
        return this.#inTurn(direction, effect.delayMs, go)
      case 'drop':
        return
      case 'cut':
        return this.#socket.terminate()
      case 'close':
        return this.#socket.close(SIGNALING_FAILURE, cutReason(effect.reason))
    }
  }

  /** Behind whatever waits already; at once where nothing does. */
  #inTurn(direction: Direction, delayMs: Milliseconds, go: () => void): void {
    const before = this.#queues[direction]
    if (before === null && delayMs === 0) return go()
    const arrived = new Promise<void>((resolve) => void this.#clock.after(delayMs, resolve))
    const turn = Promise.all([before, arrived]).then(() => {
      if (this.#queues[direction] === turn) this.#queues[direction] = null
      if (!this.#over) go()
    })
    this.#queues[direction] = turn
  }

  /** Which message it is; null for what is none. */
  #learn(text: string): string | null {
    try {
      const message = JSON.parse(text) as Record<'type' | 'channel_id' | 'connection_id', unknown>
      const { type, channel_id, connection_id } = message
      if (type === 'connect' && typeof channel_id === 'string') this.#channelId = channel_id
      if (type === 'offer' && typeof connection_id === 'string') this.#connectionId = connection_id
      return typeof type === 'string' ? type : null
    } catch {
      return null
    }
  }
}
