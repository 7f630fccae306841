import { hostname, networkInterfaces } from 'node:os'

const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]']
const WILDCARD = ['0.0.0.0', '::', '[::]']

/** True where only this machine can connect. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || host.startsWith('127.')
}

/** The host that addresses are written with when the service listens on `host`. */
export function addressHost(host: string): string {
  return WILDCARD.includes(host) ? '127.0.0.1' : host
}

/** Names and addresses besides loopback that the service is reached by when it listens on `host`. */
export function reachableHosts(host: string): string[] {
  if (isLoopback(host)) return LOOPBACK.includes(host) ? [] : [host]
  if (!WILDCARD.includes(host)) return [host]
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
