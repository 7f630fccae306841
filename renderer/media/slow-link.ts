/** A slow network for one player: what it loads is handed to it no faster than over such a link. */
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'

type LoaderClass = HlsConfig['loader']
type Callbacks = LoaderCallbacks<LoaderContext>

/** One link that all requests of a player share, one after the other. Times are milliseconds on one clock. Pure. */
export class SlowLink {
  /** bit/s; null: as fast as the network is. */
  limitBps: number | null = null
  #freeAt = 0

  /** When `bytes` that were asked for at `start` would have come. */
  arrival(start: number, bytes: number): number {
    if (this.limitBps === null) return start
    this.#freeAt = Math.max(start, this.#freeAt) + (bytes * 8000) / this.limitBps
    return this.#freeAt
  }
}

/** hls.js's own loader over a link. Answers come whole, and late; its estimate of the bandwidth follows. */
export function overLink(Loader: LoaderClass, link: SlowLink, now = () => performance.now()): LoaderClass {
  return class extends Loader {
    #waiting: ReturnType<typeof setTimeout> | undefined

    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: Callbacks): void {
      const start = now()
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, stats, ...rest) => {
          const wait = link.arrival(start, stats.loaded) - now()
          if (wait <= 0) return callbacks.onSuccess(response, stats, ...rest)
          this.#waiting = setTimeout(() => {
            stats.loading.end = now()
            callbacks.onSuccess(response, stats, ...rest)
          }, wait)
        },
      })
    }

    override abort(): void {
      clearTimeout(this.#waiting)
      super.abort()
    }

    override destroy(): void {
      clearTimeout(this.#waiting)
      super.destroy()
    }
  }
}
