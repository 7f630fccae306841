/**
 * Keys of encrypted channels. The playlist names the member-authentication server of the service's user,
 * which the console has no account at; the engine that made the key gives it to its own console.
 */
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'
import { keyAddress } from '../api/channels.ts'

/** Address at the engine for a key URI of the playlist; null where it names no key of the service. */
export function consoleKeyAddress(uri: string): string | null {
  if (!URL.canParse(uri)) return null
  const kid = new URL(uri).searchParams.get('kid')
  return kid === null || kid === '' ? null : keyAddress(kid)
}

type LoaderClass = HlsConfig['loader']

/** hls.js's own loader, but for keys. */
export function withConsoleKeys(Loader: LoaderClass): LoaderClass {
  return class extends Loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const address = 'keyInfo' in context ? consoleKeyAddress(context.url) : null
      super.load(address === null ? context : Object.assign(context, { url: address }), config, callbacks)
    }
  }
}
