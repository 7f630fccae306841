/**
 * Keys of encrypted channels. The playlist names the member-authentication server of the service's user,
 * which the console has no account at; the engine that made the key gives it to its own console.
 */
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'
import { keyAddress } from '../api/channels.ts'
import type { KeyRequest } from './types.ts'

/** Address at the engine for a key URI of the playlist; null where it names no key of the service. */
export function consoleKeyAddress(uri: string): string | null {
  if (!URL.canParse(uri)) return null
  const kid = new URL(uri).searchParams.get('kid')
  return kid === null || kid === '' ? null : keyAddress(kid)
}

type LoaderClass = HlsConfig['loader']
type Callbacks = LoaderCallbacks<LoaderContext>

/**
 * hls.js's own loader, but for keys.
 * @param onKey told of each request for a key, however it ended
 */
export function withConsoleKeys(Loader: LoaderClass, onKey: (request: KeyRequest) => void): LoaderClass {
  return class extends Loader {
    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: Callbacks): void {
      if (!('keyInfo' in context)) return super.load(context, config, callbacks)
      const url = consoleKeyAddress(context.url) ?? context.url
      super.load({ ...context, url }, config, answering(context, traced(context.url, callbacks, onKey)))
    }
  }
}

/** hls.js finds the key by the address that it asked for, so it is told the context that it gave. */
function answering(context: LoaderContext, callbacks: Callbacks): Callbacks {
  return {
    onSuccess: (response, stats, _context, details) => callbacks.onSuccess(response, stats, context, details),
    onError: (error, _context, details, stats) => callbacks.onError(error, context, details, stats),
    onTimeout: (stats, _context, details) => callbacks.onTimeout(stats, context, details),
    onAbort: (stats, _context, details) => callbacks.onAbort?.(stats, context, details),
  }
}

function traced(url: string, callbacks: Callbacks, onKey: (request: KeyRequest) => void): Callbacks {
  const at = Date.now()
  const tell = (status: number, bytes: number | null) =>
    onKey({ at, url, status, ms: Date.now() - at, bytes })
  return {
    ...callbacks,
    onSuccess: (response, ...rest) => {
      tell(response.code ?? 200, response.data instanceof ArrayBuffer ? response.data.byteLength : null)
      callbacks.onSuccess(response, ...rest)
    },
    onError: (error, ...rest) => {
      tell(error.code, null)
      callbacks.onError(error, ...rest)
    },
    onTimeout: (...rest) => {
      tell(0, null)
      callbacks.onTimeout(...rest)
    },
  }
}
