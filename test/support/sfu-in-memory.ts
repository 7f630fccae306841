import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import type { Environment } from '../../service/contract/live-api.ts'
import type { SfuRequests } from '../../service/contract/sfu-worker.ts'
import type { SfuMedia, SfuRoom } from '../../service/control/sfu/sfu-media.ts'
import type { SfuTopics } from '../../service/control/media-topics.ts'
import { Topics } from '../../service/platform/topics.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'

type RequestName = keyof SfuRequests
export type SfuRequest = {
  [Name in RequestName]: readonly [environment: Environment, name: Name, body: SfuRequests[Name][0]]
}[RequestName]

/** SDP of a client that the SFU process cannot work with; all other is taken. */
export const BROKEN_SDP = 'broken'
const BROKEN = { sdpFault: 'SDP must start with v=0' }

interface Present {
  readonly channelId: ChannelId
  readonly bundleId: string
  readonly sends: boolean
  isAnswered: boolean
  isOpen: boolean
}

/**
 * An SFU process without media: its offers name the connections that they have media of, as a JSON array.
 * It handles one request after the other; while it is held, when a test lets it.
 */
export class SfuInMemory implements SfuMedia {
  readonly asked: SfuRequest[] = []
  readonly topics = new Topics<SfuTopics>()
  /** Requests that fail. */
  readonly refused = new Set<RequestName>()
  isHeld = false
  /** Where a channel is in several processes: until what happened in one is known in the others. */
  settling: Promise<void> | null = null
  readonly #present = new Map<ConnectionId, Present>()
  readonly #waiting: (() => void)[] = []

  room(environment: Environment): SfuRoom {
    return {
      request: (name, body) => this.#request(environment, name, body),
      settled: () => this.settling,
      leave: () => undefined,
    }
  }

  #request<Name extends RequestName>(
    environment: Environment,
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]> {
    const request = [environment, name, body] as unknown as SfuRequest
    this.asked.push(request)
    return new Promise((resolve, reject) => {
      const handle = () => {
        if (this.refused.has(name)) reject(refusal('SERVICE_UNAVAILABLE'))
        else resolve(this.#handle(request) as SfuRequests[Name][1])
      }
      if (this.isHeld) this.#waiting.push(handle)
      else handle()
    })
  }

  /** Bodies of the requests of a name. */
  bodies<Name extends RequestName>(name: Name): SfuRequests[Name][0][] {
    return this.asked.filter((asked) => asked[1] === name).map((asked) => asked[2] as SfuRequests[Name][0])
  }

  /** Handles what has waited longest; false when nothing waits. */
  handleNext(): boolean {
    const handle = this.#waiting.shift()
    handle?.()
    return handle !== undefined
  }

  /** Handles what waits, and does not wait any more. */
  release(): void {
    this.isHeld = false
    while (this.handleNext());
  }

  /** Media of a connection comes up where it was answered; the others get it. */
  open(connectionId: ConnectionId): void {
    const one = this.#present.get(connectionId)
    if (!one?.isAnswered || one.isOpen) return
    one.isOpen = true
    this.#tellOthers(connectionId, one)
    this.topics.tell('connection.opened', { connectionId })
  }

  #handle([, name, body]: SfuRequest): unknown {
    switch (name) {
      case 'connection.open': {
        if (body.capabilities === BROKEN_SDP) return BROKEN
        const { connectionId, channelId, bundleId, role } = body
        this.#present.set(connectionId, {
          channelId,
          bundleId,
          sends: role !== 'recvonly',
          isAnswered: false,
          isOpen: false,
        })
        return { sdp: this.#sdp(connectionId), mid: { audio: 'a', video: 'v' } }
      }
      case 'connection.answer': {
        if (body.sdp === BROKEN_SDP) return BROKEN
        const one = this.#present.get(body.connectionId)
        if (one) one.isAnswered = true
        return {}
      }
      case 'connection.reoffer':
        return { sdp: this.#sdp(body.connectionId) }
      case 'connection.close': {
        const one = this.#present.get(body.connectionId)
        this.#present.delete(body.connectionId)
        if (one?.isOpen) this.#tellOthers(body.connectionId, one)
        return {}
      }
      case 'connection.stats':
        return { rtp: { total_received_rtp: 7 } }
      default:
        return {}
    }
  }

  #tellOthers(connectionId: ConnectionId, sender: Present): void {
    if (!sender.sends) return
    for (const [id, to] of this.#present) {
      if (id !== connectionId && reaches(sender, to))
        this.topics.tell('connection.changed', { connectionId: id })
    }
  }

  #sdp(connectionId: ConnectionId): string {
    const to = this.#present.get(connectionId)
    const senders = [...this.#present].filter(
      ([id, one]) => to && id !== connectionId && one.isOpen && one.sends && reaches(one, to),
    )
    return JSON.stringify(senders.map(([id]) => id))
  }
}

const reaches = (sender: Present, to: Present) =>
  sender.channelId === to.channelId && sender.bundleId !== to.bundleId
