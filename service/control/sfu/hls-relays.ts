import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { SfuSessionParts } from './dependencies.ts'
import { sends } from './member.ts'
import type { Member } from './member.ts'

/** Hands the media of connections that send on to what makes HLS of it. */
export class HlsRelays {
  readonly #parts: Pick<SfuSessionParts, 'hls' | 'media'>
  readonly #log: Logger
  /** Whether each has a place that is to be given back. */
  readonly #opening = new Map<ConnectionId, Promise<boolean>>()

  constructor(parts: Pick<SfuSessionParts, 'hls' | 'media'>, log: Logger) {
    this.#parts = parts
    this.#log = log
  }

  /** Media is connected. */
  opened(member: Member): void {
    if (member.channel.kind === 'webrtc-hls' && sends(member)) {
      this.#opening.set(member.connectionId, this.#open(member))
    }
  }

  /** The connection is over. */
  ended({ connectionId, receivedBytes }: Member, reason: CloseReason): void {
    const opening = this.#opening.get(connectionId)
    this.#opening.delete(connectionId)
    void opening?.then((hasPlace) => {
      if (hasPlace) this.#parts.hls.closed(connectionId, reason, receivedBytes)
    })
  }

  /** A broadcast without HLS goes on: who is connected still sees it. */
  async #open(member: Member): Promise<boolean> {
    const { channel, connectionId } = member
    if (channel.kind !== 'webrtc-hls') return false
    let hasPlace = false
    try {
      const place = await this.#parts.hls.open(channel, connectionId)
      hasPlace = place !== null
      if (!place || member.state === 'over') return hasPlace
      const { environment } = channel.settings
      await this.#parts.media.request(environment, 'relay.start', { connectionId, ...place })
      return true
    } catch (error) {
      this.#log.error({ err: error, connectionId }, 'connection is not converted to HLS')
      if (hasPlace && member.state !== 'over') {
        this.#parts.hls.closed(connectionId, 'service-failed', member.receivedBytes)
        return false
      }
      return hasPlace
    }
  }
}
