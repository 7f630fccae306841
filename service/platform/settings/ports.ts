import { createSocket } from 'node:dgram'
import { createServer, isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { SetupPort } from '../../contract/console/setup.ts'
import type { PortMode } from '../../contract/host-protocol.ts'
import type { PortHolder, Transport } from './port-holder.ts'
import { findPortHolder } from './port-holder.ts'
import { errorCode } from '../error-code.ts'

/** Every port that the service listens on, with its usual number. */
export const DEFAULT_PORTS = {
  rtmp: 1935,
  media: 8443,
  'media-http': 8088,
  console: 8080,
  option: 8081,
  live: 8082,
  signaling: 8444,
  sfu: 8445,
  'sfu-verification': 8446,
  player: 8447,
} as const satisfies Record<SetupPort, number>

export type PortName = keyof typeof DEFAULT_PORTS
const UDP_PORTS: readonly PortName[] = ['sfu', 'sfu-verification']
export type Ports = Record<PortName, number>
export const PORT_NAMES = Object.keys(DEFAULT_PORTS) as PortName[]

export function transportOf(name: PortName): Transport {
  return UDP_PORTS.includes(name) ? 'udp' : 'tcp'
}

/** A port can't be had; the message says who holds it and what to do. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

/** Whether a port that was free a moment before was taken by somebody quicker. */
export function isTakenMeanwhile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return errorCode(error) === 'EADDRINUSE' || isTakenMeanwhile(error.cause)
}

export interface PortWishes {
  readonly host: string
  readonly mode: PortMode
  /** Ports asked for one by one; 0 asks for any free one. */
  readonly overrides: Readonly<Partial<Ports>>
  /** Default: DEFAULT_PORTS. */
  readonly usual?: Readonly<Ports>
  /** Where the last run listened, which `auto` takes again. */
  readonly last?: Readonly<Partial<Ports>>
}

/** Whether any free port will do for a listener that is started later than the others. */
export function isAnyPort(
  settings: { readonly portMode: PortMode; readonly portOverrides: Readonly<Partial<Ports>> },
  name: PortName,
): boolean {
  return settings.portMode === 'auto' && settings.portOverrides[name] === undefined
}

export interface ChosenPorts {
  /** 0 where any free one will do. */
  readonly ports: Ports
  /** Sentences about ports that are not those that were to be expected. */
  readonly notes: readonly string[]
}

/**
 * Decides the port of each listener.
 * @throws PortError when a wanted port is taken, or the host is no address of this machine
 */
export async function choosePorts(wishes: PortWishes): Promise<ChosenPorts> {
  const { host, mode, overrides, usual = DEFAULT_PORTS, last = {} } = wishes
  const taken = new Set(Object.values(overrides))
  const ports: Ports = { ...usual }
  const notes: string[] = []
  for (const name of PORT_NAMES) {
    const override = overrides[name]
    if (override !== undefined) {
      if (override !== 0) await demandPort(name, override, host)
      ports[name] = override
    } else if (mode === 'auto') {
      const again = last[name] ?? 0
      const isFree =
        again !== 0 && !taken.has(again) && (await tryPort(again, host, transportOf(name))) === null
      ports[name] = isFree ? again : 0
      if (again !== 0 && !isFree) notes.push(anyInstead(name, again))
    } else if (mode === 'default') {
      if (taken.has(usual[name])) throw new PortError(usedTwice(name, usual[name]))
      await demandPort(name, usual[name], host)
    } else {
      ports[name] = await nextFreePort(usual[name], host, transportOf(name), taken)
      if (ports[name] !== usual[name]) notes.push(movedOn(name, usual[name], ports[name]))
    }
    taken.add(ports[name])
  }
  return { ports, notes }
}

/**
 * The address that an option gives, as listening there tells it: a name is looked up.
 * @throws PortError that names the option where the name has none, or this machine lacks it
 */
export function ownAddress(option: '--host' | '--media-host', host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new PortError(hostUnusable(host, code ?? message, option))),
    )
    server.listen({ port: 0, host, exclusive: true }, () => {
      const { address } = server.address() as AddressInfo
      server.close(() => resolve(address))
    })
  })
}

const usedTwice = (name: PortName, port: number) =>
  `Port ${port} is asked for twice. Start with another --${name}-port.`
const movedOn = (name: PortName, usual: number, port: number) =>
  `Port ${usual} (${name}) is taken; ${port} is used instead.`
const anyInstead = (name: PortName, last: number) =>
  `Port ${last} (${name}) of the last start is taken; any free one is used instead.`

async function demandPort(name: PortName, port: number, host: string): Promise<void> {
  const transport = transportOf(name)
  const code = await tryPort(port, host, transport)
  if (code === null) return
  if (code === 'EADDRINUSE') {
    const [holder, free] = await Promise.all([
      findPortHolder(port, transport),
      nextFreePort(port + 1, host, transport, new Set()),
    ])
    throw new PortError(portTaken(name, port, holder, free))
  }
  if (code === 'EACCES') {
    throw new PortError(
      `Port ${port} needs more rights than this user has. Choose another with --${name}-port.`,
    )
  }
  throw new PortError(hostUnusable(host, code))
}

/** What stands in the way of a port, and the next one that is free; null where none is. */
export interface PortTrouble {
  readonly kind: 'held' | 'refused'
  readonly holder: PortHolder | null
  readonly next: number | null
}

/**
 * Tries a port that nobody of this service listens on; null when it is free.
 * @param except ports that are not to be offered
 * @throws PortError when the host is no address of this machine
 */
export async function findTrouble(
  name: PortName,
  port: number,
  { host, except }: { readonly host: string; readonly except: ReadonlySet<number> },
): Promise<PortTrouble | null> {
  const transport = transportOf(name)
  const code = await tryPort(port, host, transport)
  if (code === null) return null
  if (code !== 'EADDRINUSE' && code !== 'EACCES') throw new PortError(hostUnusable(host, code))
  // Away from the numbers that need more rights.
  const from = code === 'EACCES' ? Math.max(port + 1, 1024) : port + 1
  const [holder, next] = await Promise.all([
    code === 'EADDRINUSE' ? findPortHolder(port, transport) : null,
    nextFreePort(from, host, transport, except).catch(() => null),
  ])
  return { kind: code === 'EADDRINUSE' ? 'held' : 'refused', holder, next }
}

/** The sentence for a port that another program holds. */
export function portTaken(name: PortName, port: number, holder: PortHolder | null, free: number): string {
  const by = holder ? `${holder.program ?? 'another program'}, process ${holder.pid}` : 'another program'
  return `Port ${port} is held by ${by}. Stop it, or start with --${name}-port ${free}.`
}

function hostUnusable(host: string, code: string, option = '--host'): string {
  if (code === 'ENOTFOUND') return `${option} ${host}: no address of this name is known.`
  return code === 'EADDRNOTAVAIL'
    ? `${option} ${host}: this machine has no such address.`
    : `${option} ${host}: can't listen there (${code}).`
}

/** @throws PortError when the host can't be listened on, or no port is free */
async function nextFreePort(
  from: number,
  host: string,
  transport: Transport,
  taken: ReadonlySet<number>,
): Promise<number> {
  for (let port = from; port <= 65_535; port++) {
    if (taken.has(port)) continue
    const code = await tryPort(port, host, transport)
    if (code === null) return port
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw new PortError(hostUnusable(host, code))
  }
  throw new PortError(`No port from ${from} on is free.`)
}

/** Holds the port for a moment: null when that works, else the error's code. */
function tryPort(port: number, host: string, transport: Transport): Promise<string | null> {
  return new Promise((resolve) => {
    const refused = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const free = () => resolve(null)
    if (transport === 'tcp') {
      const server = createServer().once('error', refused)
      server.listen({ port, host, exclusive: true }, () => server.close(free))
    } else {
      const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4').once('error', refused)
      socket.bind({ port, address: host, exclusive: true }, () => socket.close(free))
    }
  })
}
