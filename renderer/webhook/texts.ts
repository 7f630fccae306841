/** Addresses, bodies and waits as people read them. Pure. */
import { grouped, shortDuration } from '../i18n/format.ts'

/** `0:02`; below a second `720 ms`; null where there was no wait. @param ms milliseconds */
export function waitText(ms: number): string | null {
  if (ms <= 0) return null
  return ms < 1000 ? `${grouped(ms)} ms` : shortDuration(ms)
}

/** Host and path: a query may hold a secret. */
export function hostAndPath(url: string): string {
  if (!URL.canParse(url)) return '–'
  const { host, pathname } = new URL(url)
  return host + (pathname === '/' ? '' : pathname)
}

/** A port of this computer as applications in development use it; null for all other addresses. */
export function localPort(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { hostname, port, protocol } = new URL(url)
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return null
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port
}

/** JSON with one member per line; what is no JSON stays as it is. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
