import type { AccessUnit, KeyPicture, Track, VideoTrack } from '../../contract/media.ts'

/** Keeps the newest key picture of the smallest rendition with video, for whoever wants to look. */
export class NewestPicture {
  readonly #tracks = new Map<number, VideoTrack>()
  #smallest: number | null = null
  #picture: KeyPicture | null = null

  /** Null before the first key picture, and from a change of tracks until the next one. */
  get picture(): KeyPicture | null {
    return this.#picture
  }

  /** Says what the units of a rendition are from now on; none where it has no video. */
  setTracks(rendition: number, tracks: readonly Track[]): void {
    const video = tracks.find((track) => track.kind === 'video')
    if (video) this.#tracks.set(rendition, video)
    else this.#tracks.delete(rendition)
    const smallest = [...this.#tracks].sort(([, a], [, b]) => a.width * a.height - b.width * b.height)[0]
    if (rendition === this.#smallest || smallest?.[0] !== this.#smallest) this.#picture = null
    this.#smallest = smallest?.[0] ?? null
  }

  /** @param unit a key picture */
  push(rendition: number, { data }: AccessUnit): void {
    const track = this.#tracks.get(rendition)
    if (rendition !== this.#smallest || !track) return
    // A copy: the unit is a view of whatever it came in with, which would be kept as well.
    this.#picture = { decoderConfig: track.decoderConfig, data: data.slice() }
  }
}
