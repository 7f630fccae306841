/** Low latency left out of playlists (draft-pantos-hls-rfc8216bis): whole segments, and reloads that nobody holds. */
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'

type LoaderClass = HlsConfig['loader']

const LOW_LATENCY = /^#EXT-X-(?:SERVER-CONTROL|PART-INF|PART|PRELOAD-HINT|RENDITION-REPORT):.*\n/gm

/** The playlist as it would be without low latency, but for EXT-X-START. */
export const withoutParts = (playlist: string): string => playlist.replace(LOW_LATENCY, '')

/** A loader that leaves low latency out of playlists, which are all that comes as text. */
export function wholeSegments(Loader: LoaderClass): LoaderClass {
  return class extends Loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...rest) => {
          const { data } = response
          const whole = typeof data === 'string' ? { ...response, data: withoutParts(data) } : response
          callbacks.onSuccess(whole, ...rest)
        },
      })
    }
  }
}
