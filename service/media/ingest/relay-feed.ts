import type { CloseReason } from '../../contract/close-reasons.ts'
import type { Bytes } from '../../contract/units.ts'
import type { LinkFrame, RelaySource } from '../link/frames.ts'
import type { LinkPeer } from '../link/media-link.ts'
import type { Publication, Sender } from './publication.ts'
import { Timeline } from './timeline.ts'

/** What an SFU process relays of one WebRTC connection, and the way back to it. */
export class RelayFeed implements Sender {
  readonly #timeline = new Timeline(() => this.#publication?.arrival.jumped())
  readonly #codecs: { video: string | null; audio: string | null } = { video: null, audio: null }
  #publication: Publication | null = null
  #peer: LinkPeer | null = null
  #receivedBytes: Bytes = 0
  #closed = false

  /** Everything goes to this publication; called once, before anything else. */
  feed(publication: Publication): void {
    this.#publication = publication
  }

  /** The SFU process has connected: its frames are read from now on. */
  start(peer: LinkPeer): void {
    if (this.#closed) return peer.close()
    this.#peer = peer
    peer.onFrame((frame) => {
      if (!this.#closed) this.#take(frame)
    })
    peer.onClose(() => this.close('client-lost'))
  }

  receivedBytes(): Bytes {
    return this.#receivedBytes
  }

  requestKeyFrame(): void {
    this.#peer?.send({ type: 'key-wanted' })
  }

  close(reason: CloseReason): void {
    if (this.#closed) return
    this.#closed = true
    this.#peer?.close()
    this.#publication?.closed(reason, this.#receivedBytes)
  }

  #take(frame: LinkFrame): void {
    switch (frame.type) {
      case 'source':
        this.#announce(frame.source)
        break
      case 'video':
      case 'audio': {
        const { pts, dts, key, data } = frame.unit
        this.#receivedBytes += data.length
        const time = this.#timeline.at(frame.type, dts)
        this.#publication?.arrival.unit({ kind: frame.type, dts: time, pts: time + pts - dts, key, data })
        break
      }
      case 'end':
        this.close('client-closed')
        break
      default:
        this.close('protocol-error')
    }
  }

  #announce(source: RelaySource): void {
    const known = this.#codecs[source.kind]
    // A connection keeps its codecs; units that wait here could not be told apart.
    if (known !== null && known !== source.codec) return this.close('unsupported-codec')
    this.#codecs[source.kind] = source.codec
    const arrival = this.#publication?.arrival
    if (source.kind === 'video') arrival?.announceVideo({ ...source, passable: null })
    else arrival?.announceAudio({ ...source, passable: null })
  }
}
