import type { RenditionPlan } from '../../contract/media.ts'
import { writeMultivariantPlaylist } from '../../protocol/hls/multivariant-playlist.ts'
import { mediaPlaylistName } from '../../protocol/hls/paths.ts'
import type { RenditionPackager } from './rendition-packager.ts'
import type { RenditionPlaylist } from './rendition-playlist.ts'

interface Rendition {
  readonly plan: Pick<RenditionPlan, 'video' | 'audio'>
  readonly packager: Pick<RenditionPackager, 'tracks'>
  readonly playlist: Pick<RenditionPlaylist, 'meter' | 'listedCount'>
}

/**
 * A connection's multivariant playlist. BANDWIDTH is what the rendition was asked to have at most or what has been
 * measured, whichever is more; as only a larger measurement changes the text, it is rewritten rarely.
 */
export class Multivariant {
  #text = ''
  /** What it was written from. */
  #basis = ''

  /** Empty before the first segment. */
  get text(): string {
    return this.#text
  }

  /** @returns whether the text is another one now */
  update(renditions: readonly Rendition[]): boolean {
    const variants = renditions.flatMap(({ plan, packager, playlist }, rendition) => {
      const { meter, listedCount } = playlist
      if (listedCount === 0) return []
      // What passes through may be next to nothing at first; players choose by what it may become.
      const asked = packager.tracks.reduce((sum, { kind }) => sum + (plan[kind]?.bitRateBps ?? 0), 0)
      const bandwidthBps = Math.max(asked, meter.peakBps, 1)
      return [{ uri: mediaPlaylistName(rendition), bandwidthBps, meter, tracks: packager.tracks }]
    })
    const basis = JSON.stringify(variants.map(({ bandwidthBps, tracks }) => [bandwidthBps, tracks]))
    if (basis === this.#basis) return false
    this.#basis = basis
    this.#text = writeMultivariantPlaylist(
      variants.map(({ meter, ...variant }) => ({
        ...variant,
        averageBandwidthBps: Math.min(meter.averageBps, variant.bandwidthBps),
      })),
    )
    return true
  }
}
