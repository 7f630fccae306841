import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { HlsPlace, SfuSessionParts } from './dependencies.ts'
import { sends } from './member.ts'
import type { Member } from './member.ts'

/**
 * Hands the media of connections that send on to what makes HLS of it. A broadcast without HLS goes on: who
 * is connected still sees it.
 */
export class HlsRelays {
  readonly #parts: Pick<SfuSessionParts, 'hls' | 'media'>
  readonly #log: Logger
  /** Connections that a place was asked for; settled when it was given or refused. */
  readonly #asked = new Map<ConnectionId, Promise<void>>()

  constructor(parts: Pick<SfuSessionParts, 'hls' | 'media'>, log: Logger) {
    this.#parts = parts
    this.#log = log
  }

  /** Media is connected. */
  opened(member: Member): void {
    if (member.channel.kind === 'webrtc-hls' && sends(member)) {
      this.#asked.set(member.connectionId, this.#open(member))
    }
  }

  /** The connection is over. */
  ended({ connectionId, receivedBytes }: Member, reason: CloseReason): void {
    const asked = this.#asked.get(connectionId)
    this.#asked.delete(connectionId)
    void asked?.then(() => this.#parts.hls.closed(connectionId, reason, receivedBytes))
  }

  async handTo(member: Member, place: HlsPlace): Promise<void> {
    const { connectionId, channel, state } = member
    if (state !== 'open') return
    try {
      const body = { connectionId, pipe: place.pipe, token: place.token }
      await this.#parts.media.request(channel.settings.environment, 'relay.start', body)
    } catch (error) {
      this.#log.error({ err: error, connectionId }, 'media is not handed on to HLS')
    }
  }

  async #open(member: Member): Promise<void> {
    const { channel, connectionId, peer, client } = member
    if (channel.kind !== 'webrtc-hls') return
    const known = { remoteAddress: peer.remoteAddress, encoder: client }
    try {
      const place = await this.#parts.hls.open(channel, connectionId, known)
      if (place) await this.handTo(member, place)
    } catch (error) {
      this.#log.warn({ err: error, connectionId }, 'HLS cannot take a connection now')
    }
  }
}
