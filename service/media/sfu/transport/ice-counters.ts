import type { IceStats } from '../../../contract/sfu-stats.ts'
import type { Milliseconds } from '../../../contract/units.ts'

const isConnected = (state: string) => state === 'connected' || state === 'completed'

/** How often ICE was in which state, and for how long, by what is told of its changes. */
export class IceCounters {
  #state = 'new'
  #sinceMs: Milliseconds = 0
  #checking = 0
  #connected = 0
  #disconnected = 0
  #checkingMs: Milliseconds = 0
  #disconnectedMs: Milliseconds = 0

  /**
   * @param state of the ICE transport from now on (RTCIceConnectionState)
   * @param nowMs monotonic
   */
  changed(state: string, nowMs: Milliseconds): void {
    if (state === this.#state) return
    this.#pass(nowMs)
    if (state === 'checking') this.#checking++
    else if (state === 'disconnected') this.#disconnected++
    else if (isConnected(state) && !isConnected(this.#state)) this.#connected++
    this.#state = state
  }

  /** @param nowMs monotonic */
  stats(nowMs: Milliseconds): IceStats {
    this.#pass(nowMs)
    return {
      total_checking: this.#checking,
      total_connected: this.#connected,
      total_disconnected: this.#disconnected,
      total_checking_duration_ms: Math.round(this.#checkingMs),
      total_disconnected_duration_ms: Math.round(this.#disconnectedMs),
    }
  }

  /** The time since it was called last is of the state. */
  #pass(nowMs: Milliseconds): void {
    const passed = nowMs - this.#sinceMs
    this.#sinceMs = nowMs
    if (this.#state === 'checking') this.#checkingMs += passed
    else if (this.#state === 'disconnected') this.#disconnectedMs += passed
  }
}
