import { isIP } from 'node:net'

const WILDCARDS = new Set(['0.0.0.0', '::'])
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Names under which a server that listens on `listenHosts` may be asked.
 * @param ownAddresses addresses of this machine, which count where a listener is bound to all of them
 */
export function allowedHostNames(
  listenHosts: readonly string[],
  ownAddresses: readonly string[],
): ReadonlySet<string> {
  const hosts = listenHosts.flatMap((host) => (WILDCARDS.has(host) ? ownAddresses : [host]))
  return new Set([...LOOPBACK_NAMES, ...hosts.map((host) => bracketed(host.toLowerCase()))])
}

/**
 * Whether a Host header names one of `names`, with or without a port. Refusing all others keeps a web page
 * whose own name was pointed at this machine (DNS rebinding) from being taken for the server's own.
 */
export function isHostAllowed(header: string | undefined, names: ReadonlySet<string>): boolean {
  const match = /^(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(?::\d{1,5})?$/i.exec(header ?? '')
  return match?.[1] !== undefined && names.has(match[1].toLowerCase())
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}
