import type { Bytes } from '../../contract/units.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import type { StoreFollower } from '../hls/segment-store.ts'
import { MAX_FRAME_BYTES } from '../link/peer.ts'
import type { LinkPeer } from '../link/peer.ts'

/** A process that reads no faster reads media files from the disk. */
const LATE_BYTES: Bytes = 16 * 1024 * 1024
/** One that reads nothing is given up; it may attach anew. */
const LOST_BYTES: Bytes = 64 * 1024 * 1024
/** Type, flags, length of a path and the path. */
const HEADER_BYTES: Bytes = 256

/**
 * Lives in the ingest process: hands every file, once it is there, to each process of the origin, a segment before the
 * playlist that names it. Nobody is waited for.
 */
export class Handover implements StoreFollower {
  readonly #peers = new Set<LinkPeer>()
  /** As they were told last: no file has them. */
  readonly #live = new Map<string, LivePlaylist>()

  /** @param held files that the disk did not take: nobody else can tell of them */
  attach(peer: LinkPeer, held: readonly (readonly [path: string, bytes: Uint8Array])[]): void {
    this.#peers.add(peer)
    peer.onClose(() => this.#peers.delete(peer))
    // Read so that its end is noticed; it says nothing.
    peer.onFrame(() => peer.close())
    for (const [path, bytes] of held) this.#give(peer, path, bytes, false)
    for (const [path, playlist] of this.#live) peer.send({ type: 'live', path, playlist })
  }

  live(path: string, playlist: LivePlaylist): void {
    this.#live.set(path, playlist)
    for (const peer of this.#peers) {
      if (peer.backlogBytes > LOST_BYTES) this.#lose(peer)
      else peer.send({ type: 'live', path, playlist })
    }
  }

  written(path: string, bytes: Uint8Array, onDisk: boolean): void {
    this.#live.delete(path)
    for (const peer of this.#peers) this.#give(peer, path, bytes, onDisk)
  }

  removed(path: string): void {
    for (const name of this.#live.keys())
      if (name === path || name.startsWith(`${path}/`)) this.#live.delete(name)
    for (const peer of this.#peers) peer.send({ type: 'gone', path })
  }

  close(): void {
    for (const peer of this.#peers) peer.close()
  }

  #give(peer: LinkPeer, path: string, bytes: Uint8Array, onDisk: boolean): void {
    if (peer.backlogBytes > LOST_BYTES) return this.#lose(peer)
    if (bytes.length + HEADER_BYTES > MAX_FRAME_BYTES) return
    const isPlaylist = path.endsWith('.m3u8')
    if (onDisk && !isPlaylist && peer.backlogBytes > LATE_BYTES) return
    peer.send({ type: 'file', path, bytes, onDisk })
  }

  #lose(peer: LinkPeer): void {
    this.#peers.delete(peer)
    peer.close()
  }
}
