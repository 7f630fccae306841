/**
 * Leads the connections of a Node program to host names that Airdesk answers for to this computer, and no others:
 * `NODE_OPTIONS="--import airdesk/redirect"`. Which names, and where to, is in the environment: `AIRDESK_ALIASES`,
 * `AIRDESK_ALIAS_PROXY_URL` and `AIRDESK_CA_CERT_FILE`, as `airdesk exec` sets them, or the ready file in
 * `AIRDESK_READY_FILE`. Without a list of names it does nothing.
 */
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

interface Table {
  readonly names: ReadonlySet<string>
  readonly host: string
  readonly port: number
  /** PEM of the authority that is trusted for these names, and for no others. */
  readonly authority: string
}

interface Target {
  readonly host?: string
  readonly port?: number | string
  readonly path?: string | null
  readonly ca?: tls.SecureContextOptions['ca']
  readonly servername?: string
}

/** @throws Error naming the variable that is missing or wrong */
function readTable(env: NodeJS.ProcessEnv): Table | null {
  const file = env['AIRDESK_READY_FILE']
  const ready = file ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | null>) : {}
  const member = (name: string) => env[`AIRDESK_${name.toUpperCase()}`] ?? ready[name]
  const needed = (name: string): string => {
    const value = member(name)
    if (value) return value
    throw new Error(`airdesk/redirect: AIRDESK_${name.toUpperCase()} is not set`)
  }
  const aliases = member('aliases')
  if (!aliases) return null
  const { hostname, port } = new URL(needed('alias_proxy_url'))
  return {
    names: new Set(aliases.split(',').map((entry) => entry.split('=')[0]?.trim().toLowerCase() ?? '')),
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    authority: readFileSync(needed('ca_cert_file'), 'utf8'),
  }
}

const isTarget = (value: unknown): value is Target => typeof value === 'object' && value !== null

/** The options that a function of `net` or `tls` is called with, in any of its forms, and a place to put others. */
function targetOf(args: unknown[]): { target: Target; replace: (target: Target) => void } | null {
  const [first, second, third] = args
  // Node's own form: what was given, brought into order before.
  if (Array.isArray(first) && isTarget(first[0])) {
    return { target: first[0], replace: (target) => void (first[0] = target) }
  }
  if (isTarget(first)) return { target: first, replace: (target) => void (args[0] = target) }
  if (typeof first !== 'number' && !/^\d+$/.test(String(first))) return null
  const host = typeof second === 'string' ? second : undefined
  const more = [second, third].find(isTarget)
  const target = { ...more, port: first as number, ...(host !== undefined && { host }) }
  const others = args.slice(1).filter((value) => typeof value === 'function')
  return { target, replace: (next) => void args.splice(0, args.length, next, ...others) }
}

function redirect({ names, host, port, authority }: Table): void {
  const isListed = ({ host: name, path }: Target) =>
    typeof name === 'string' && !path && names.has(name.toLowerCase().replace(/\.$/, ''))
  const connect = Reflect.get(net.Socket.prototype, 'connect') as (...args: unknown[]) => net.Socket
  const led = function (this: net.Socket, ...args: unknown[]) {
    const found = targetOf(args)
    // What asks for a listed name gets there without a question to DNS.
    if (found && isListed(found.target)) found.replace({ ...found.target, host, port })
    return connect.apply(this, args)
  }
  Reflect.set(net.Socket.prototype, 'connect', led)

  const connectTls = Reflect.get(tls, 'connect') as (...args: unknown[]) => tls.TLSSocket
  const ledTls = (...args: unknown[]) => {
    const found = targetOf(args)
    const name =
      found && [found.target.servername, found.target.host].find((one) => isListed({ host: one ?? '' }))
    if (found && name) {
      const { secureContext: _made, ...target } = found.target as tls.ConnectionOptions
      found.replace({ ...target, servername: name, ca: authority })
    }
    return connectTls(...args)
  }
  Reflect.set(tls, 'connect', ledTls)
  syncBuiltinESMExports()
}

const table = readTable(process.env)
if (table) redirect(table)
