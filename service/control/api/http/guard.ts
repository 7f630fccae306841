/**
 * Who may talk to a listener on this machine: a web page anywhere can make its visitor's browser send
 * requests here (drive-by), or let its own name point here (DNS rebinding). The Host and Origin headers,
 * which a page can't forge, tell them from programs and from the pages the operator allowed.
 */
export interface GuardedRequest {
  /** The Host header. */
  readonly host: string | undefined
  /** The Origin header; browsers send it, programs usually don't. */
  readonly origin: string | undefined
  /** Address of this machine that the connection came in on. */
  readonly localAddress: string | undefined
}

/** Only what decides is read: members may be getters. */
export interface GuardPolicy {
  /** Names and addresses that the listener is reached by, besides loopback and `localAddress`. */
  readonly hosts: readonly string[]
  /** Origins that may call, as browsers write them: `scheme://host[:port]`. */
  readonly origins: readonly string[]
}

export type Verdict = 'allowed' | 'FORBIDDEN_HOST' | 'FORBIDDEN_ORIGIN'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
/** RFC 9110 7.2: uri-host and an optional port. The port may be another one's behind a forwarding. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]/\\@?#,]+)(?::\d{1,5})?$/

/** Decides by Host first, then by Origin. */
export function guard(request: GuardedRequest, policy: GuardPolicy): Verdict {
  const name = HOST.exec(request.host?.toLowerCase() ?? '')?.[1]
  if (name === undefined || !isOwnName(name, request.localAddress, policy)) return 'FORBIDDEN_HOST'
  if (request.origin === undefined) return 'allowed'
  return isAllowedOrigin(request.origin, policy.origins) ? 'allowed' : 'FORBIDDEN_ORIGIN'
}

/** The policy's hosts come last: to list the addresses of all network interfaces takes its time. */
function isOwnName(name: string, localAddress: string | undefined, policy: GuardPolicy): boolean {
  if (LOOPBACK.includes(name)) return true
  if (localAddress !== undefined && hostName(localAddress) === name) return true
  return policy.hosts.some((host) => hostName(host) === name)
}

function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return origin !== 'null' && allowed.some((one) => one.toLowerCase() === origin.toLowerCase())
}

/** As a Host header writes it: lower case, IPv6 in brackets, IPv4 not as IPv6. */
function hostName(host: string): string {
  const name = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
}
