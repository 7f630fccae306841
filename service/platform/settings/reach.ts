import { addressHost, isWildcard, originsOf, urlAuthority } from './hosts.ts'
import { isProtected } from './protection.ts'
import type { Protection } from './protection.ts'

/** By which addresses the listeners of the service are reached. */
export interface Reach {
  /** What is listened on. */
  readonly host: string
  readonly protection: Protection
  /** The host that addresses for others are written with: what is listened on, or what the certificate vouches for. */
  readonly name: string
  /** Names and addresses besides loopback that the listeners are asked by. */
  readonly hosts: () => readonly string[]
  /** The console's own name on this computer; null where nothing listens behind it. */
  readonly consoleName: string | null
}

/** Address of an HTTP listener, as others use it. */
export function httpUrl({ name, protection }: Reach, port: number): string {
  return `${isProtected(protection) ? 'https' : 'http'}://${urlAuthority(name, port)}`
}

/** The same for programs of this computer, which need no certificate. */
export function localUrl({ host }: Reach, port: number): string {
  return `http://${urlAuthority(addressHost(host), port)}`
}

/** Where a person of this computer opens the console in a browser. */
export function pageUrl(reach: Reach, port: number): string {
  return reach.consoleName === null ? httpUrl(reach, port) : `http://${urlAuthority(reach.consoleName, port)}`
}

/** Origins of pages that an HTTP listener serves: the console's, or what they load media from. */
export function pageOrigins({ host, protection, hosts, consoleName }: Reach, port: number): string[] {
  const plain = originsOf(host, port)
  const named = consoleName === null ? [] : [`http://${urlAuthority(consoleName, port)}`]
  if (!isProtected(protection)) return [...plain, ...named]
  const secure = hosts().map((name) => `https://${urlAuthority(name, port)}`)
  return [
    ...new Set([...plain, ...named, ...plain.map((origin) => origin.replace(/^http/, 'https')), ...secure]),
  ]
}

/**
 * The name that only the console of this installation has. A cookie goes to every port of its host, so at 127.0.0.1 each
 * program of this computer that a browser visits would be sent the console's. Browsers take every name below
 * `localhost` for this computer (RFC 6761 6.3); nobody can guess this one.
 * @param secret hexadecimal, of the installation
 */
export function consoleNameOf(secret: string, host: string): string | null {
  const isThere = ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host) || isWildcard(host)
  return isThere ? `airdesk-${secret.slice(0, 16)}.localhost` : null
}
