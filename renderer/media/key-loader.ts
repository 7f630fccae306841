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
      const url = 'keyInfo' in context ? consoleKeyAddress(context.url) : null
      if (url === null) super.load(context, config, callbacks)
      else super.load({ ...context, url }, config, answering(context, callbacks))
    }
  }
}

/** hls.js finds the key by the address that it asked for, so it is told the context that it gave. */
function answering(
  context: LoaderContext,
  callbacks: LoaderCallbacks<LoaderContext>,
): LoaderCallbacks<LoaderContext> {
  return {
    onSuccess: (response, stats, _context, details) => callbacks.onSuccess(response, stats, context, details),
    onError: (error, _context, details, stats) => callbacks.onError(error, context, details, stats),
    onTimeout: (stats, _context, details) => callbacks.onTimeout(stats, context, details),
    onAbort: (stats, _context, details) => callbacks.onAbort?.(stats, context, details),
  }
}
