import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]']
const WILDCARD = ['0.0.0.0', '::', '[::]']

/** True where only this machine can connect. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || (isIPv4(host) && host.startsWith('127.'))
}

/** True where all addresses of this machine are listened on. */
export const isWildcard = (host: string): boolean => WILDCARD.includes(host)

/** An IPv6 address may be given as it stands in a URL. */
export const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '')

/** The host that programs of this machine connect to when the service listens on `host`. */
export function addressHost(host: string): string {
  return isWildcard(host) ? '127.0.0.1' : host
}

/** Names and addresses besides loopback that the service is reached by when it listens on `host`. */
export function reachableHosts(host: string): string[] {
  if (isLoopback(host)) return LOOPBACK.includes(host) ? [] : [host]
  if (!isWildcard(host)) return [host]
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !address.includes('%'))
    .map(({ address }) => address)
  return [...new Set([hostname().toLowerCase(), ...addresses])]
}

/** As written in a URL: IPv6 in brackets. */
export function urlAuthority(host: string, port: number): string {
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

/** Origins of pages that a listener on `host` and `port` serves. */
export function originsOf(host: string, port: number): string[] {
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]', addressHost(host), ...reachableHosts(host)])
  return [...hosts].map((name) => `http://${urlAuthority(name, port)}`)
}

/** Those of the player of recordings. Until it has a port, which it gets when something is played first, any will do. */
export function playerOrigins(player: { readonly host: string; readonly port: number } | null): string[] {
  if (!player) return []
  const { host, port } = player
  return port === 0 ? [`http://${urlAuthority(host, port).replace(/0$/, '*')}`] : originsOf(host, port)
}
