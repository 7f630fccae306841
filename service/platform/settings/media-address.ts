import { Option } from 'commander'
import { isIP } from 'node:net'
import type { IceListen } from '../../contract/sfu-worker.ts'
import { isLoopback, isWildcard, reachableHosts, unbracketed } from './hosts.ts'
import { UsageError } from './usage-error.ts'

/** Where WebRTC media is received. */
export interface MediaAddressSettings {
  /** Address of this computer; null for `host`. */
  readonly mediaHost: string | null
  /** Addresses that clients are told besides: of who hands the media ports on to this computer. */
  readonly mediaAnnounce: readonly string[]
}

/** As they are given. */
export interface RawMediaAddress {
  readonly mediaHost?: string
  readonly mediaAnnounce?: readonly string[]
}

/** Each of them is a candidate that every client checks. */
const MOST_ANNOUNCED = 8

export const mediaAddressOptions = (): readonly Option[] => [
  new Option(
    '--media-host <address>',
    'address of this computer at which WebRTC media is received, for browsers that use no loopback (Firefox); --host otherwise',
  ),
  new Option(
    '--media-announce <address...>',
    'address that WebRTC clients are told besides, of a router, a cloud or the host of a container that hands the UDP ports on under the same numbers; may be repeated',
  ),
]

/** @throws UsageError */
export function mediaAddressOf({ mediaHost, mediaAnnounce = [] }: RawMediaAddress): MediaAddressSettings {
  if (mediaHost !== undefined && isIP(unbracketed(mediaHost)) === 0)
    throw new UsageError('--media-host must be an IPv4 or IPv6 address of this computer')
  const announced = [...new Set(mediaAnnounce.map(unbracketed))]
  if (announced.some((address) => isIP(address) === 0 || isWildcard(address) || address.includes('%')))
    throw new UsageError('--media-announce must be an IPv4 or IPv6 address that clients can reach')
  if (announced.length > MOST_ANNOUNCED)
    throw new UsageError(`--media-announce can be given ${MOST_ANNOUNCED} times at most`)
  return {
    mediaHost: mediaHost === undefined ? null : unbracketed(mediaHost),
    mediaAnnounce: announced,
  }
}

/**
 * Where media is received when the service listens for it on `host`, and the addresses that clients are told: those of
 * this computer first.
 * @param announced further ones, each told where media of its family is received
 */
export function mediaListen(host: string, announced: readonly string[] = []): IceListen[] {
  return listenAt(unbracketed(host)).map(({ bindAddress, announced: own }) => ({
    bindAddress,
    announced: [...new Set([...own, ...announced.filter(isOfFamily(bindAddress))])],
  }))
}

/** Those of `announced` that no client would be told, as no media of their family is received. */
export function neverTold(host: string, announced: readonly string[]): string[] {
  const told = new Set(mediaListen(host, announced).flatMap((one) => one.announced))
  return announced.filter((address) => !told.has(address))
}

const isOfFamily = (one: string) => (other: string) => isIP(one) === isIP(other)

function listenAt(host: string): IceListen[] {
  const alone = (address: string) => ({ bindAddress: address, announced: [address] })
  if (isLoopback(host)) return [alone('127.0.0.1'), alone('::1')]
  if (!isWildcard(host)) return [alone(host)]
  const reachable = reachableHosts(host)
  const any = [
    { bindAddress: '0.0.0.0', announced: ['127.0.0.1', ...reachable.filter(isOfFamily('0.0.0.0'))] },
    { bindAddress: '::', announced: ['::1', ...reachable.filter(isOfFamily('::'))] },
  ]
  return host === '::' ? any.reverse() : any
}
