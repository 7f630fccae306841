import { randomInt } from 'node:crypto'
import { SocketAddress, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { IceUdpMuxListener } from 'node-datachannel'
import type { IceListen } from '../../../contract/sfu-worker.ts'
import { hostCandidates } from './candidates.ts'

/** A UDP port can't be had. */
export class IcePortError extends Error {
  override readonly name = 'IcePortError'
  readonly reason: 'taken' | 'no-such-address' | 'invalid'
  /** That of the system's own error for a port that is taken, for whoever gets it from another process. */
  readonly code: 'EADDRINUSE' | undefined

  constructor(reason: IcePortError['reason'], message: string) {
    super(message)
    this.reason = reason
    this.code = reason === 'taken' ? 'EADDRINUSE' : undefined
  }
}

export interface IcePortOptions extends IceListen {
  /** 0 for any free one. */
  readonly port: number
  /** How many numbers from `port` on may be tried; 1 where it is not given. */
  readonly tries?: number
}

/** Where free ports are looked for, and how often. */
const FREE = { from: 20_000, to: 60_000, tries: 50 } as const
/** How many numbers from the last port on are looked at for each further address. */
const FURTHER = 20

/**
 * Every listener that was ever opened. libdatachannel 0.24 may not let go of the socket when its listener is
 * stopped or collected, and then calls the listener that is no more for the next STUN request of a stranger;
 * so none ever goes.
 */
const listeners: IceUdpMuxListener[] = []

/** Where a check came from. */
export interface CheckSource {
  readonly address: string
  readonly port: number
}

/** A UDP port that the media of all clients comes by. It is bound until the process ends. */
export class IcePort {
  readonly bindAddress: string
  readonly port: number
  /** Values of `a=candidate` lines, preferred first. */
  readonly candidates: readonly string[]
  readonly #awaited = new Map<string, (source: CheckSource) => void>()
  #isClosed = false

  private constructor(listener: IceUdpMuxListener, { bindAddress, announced }: IceListen) {
    this.bindAddress = bindAddress
    this.port = listener.port()
    this.candidates = hostCandidates(announced, this.port)
    listener.onUnhandledStunRequest(({ localUfrag, host, port }) =>
      this.#awaited.get(localUfrag)?.({ address: host, port }),
    )
  }

  /**
   * Binds. libdatachannel tells listeners of one process apart by their port alone: no two may share it,
   * whatever their addresses. `::` takes IPv4 too.
   * @throws IcePortError
   */
  static open(options: IcePortOptions): IcePort {
    const { bindAddress, announced, port, tries = 1 } = options
    if (![bindAddress, ...announced].every((address) => isIP(address) && !address.includes('%'))) {
      throw new IcePortError('invalid', 'ICE addresses must be IPv4 or IPv6 addresses.')
    }
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new IcePortError('invalid', `${port} is no UDP port.`)
    }
    if (!isOfThisMachine(bindAddress)) {
      throw new IcePortError('no-such-address', `This machine has no address ${bindAddress}.`)
    }
    for (const candidate of portsToTry(port, tries)) {
      const listener = listen(candidate, bindAddress)
      if (listener) return new IcePort(listener, options)
    }
    throw new IcePortError('taken', `UDP port ${port} of ${bindAddress} is taken (EADDRINUSE).`)
  }

  /** Tells of each check for a user name that no transport answers yet. */
  awaitCheck(iceUfrag: string, came: (source: CheckSource) => void): void {
    this.#awaited.set(iceUfrag, came)
  }

  stopAwaiting(iceUfrag: string): void {
    this.#awaited.delete(iceUfrag)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Takes no further transports; those that there are go on. */
  close(): void {
    this.#isClosed = true
  }
}

/**
 * Opens a port for each address, the first at `port`. `0.0.0.0` and `::` together share one socket; of other
 * addresses each further one gets the next free number.
 * @param port 0 for any free ones
 * @param leftOut told of addresses that this machine lacks
 * @throws IcePortError when ports are taken, or this machine has none of the addresses
 */
export function openIcePorts(
  listen: readonly IceListen[],
  port: number,
  leftOut: (error: IcePortError) => void = () => undefined,
): IcePort[] {
  const ports: IcePort[] = []
  const missing: IcePortError[] = []
  for (const address of withSharedWildcard(listen)) {
    const last = ports.at(-1)?.port
    const wish = port === 0 || last === undefined ? { port } : { port: last + 1, tries: FURTHER }
    try {
      ports.push(IcePort.open({ ...address, ...wish }))
    } catch (error) {
      if (!(error instanceof IcePortError) || error.reason !== 'no-such-address') throw error
      missing.push(error)
    }
  }
  if (ports.length === 0) throw missing[0] ?? new IcePortError('invalid', 'There is no address to listen at.')
  for (const error of missing) leftOut(error)
  return ports
}

/** A socket at `::` takes IPv4 too, where the machine has IPv6. */
function withSharedWildcard(listen: readonly IceListen[]): readonly IceListen[] {
  const v4 = listen.find(({ bindAddress }) => bindAddress === '0.0.0.0')
  const v6 = listen.find(({ bindAddress }) => bindAddress === '::')
  if (!v4 || !v6 || !isOfThisMachine('::')) return listen
  const shared = { bindAddress: '::', announced: [...v4.announced, ...v6.announced] }
  return [shared, ...listen.filter((address) => address !== v4 && address !== v6)]
}

function* portsToTry(port: number, tries: number): Generator<number> {
  if (port === 0) {
    for (let i = 0; i < FREE.tries; i++) yield randomInt(FREE.from, FREE.to)
  } else {
    for (let i = port; i < port + tries && i <= 65_535; i++) yield i
  }
}

/** Null where the port is taken; the native error says no more. */
function listen(port: number, bindAddress: string): IceUdpMuxListener | null {
  try {
    const listener = new IceUdpMuxListener(port, bindAddress)
    listeners.push(listener)
    return listener
  } catch {
    return null
  }
}

function isOfThisMachine(address: string): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family.toLowerCase() === family)
  const plain = new SocketAddress({ address, family }).address
  if (plain === '0.0.0.0' || plain === '::') return own.length > 0
  // All of 127.0.0.0/8 is loopback, and only one of it is listed.
  return plain.startsWith('127.') || own.some((entry) => entry.address === plain)
}
