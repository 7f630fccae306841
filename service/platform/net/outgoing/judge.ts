import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { OUTGOING_REFUSALS } from '../../../contract/outgoing.ts'
import type { OutgoingRefusal, OutgoingRules } from '../../../contract/outgoing.ts'
import { addressKind } from './address-kind.ts'

const OUTGOING_REFUSED = 'ERR_OUTGOING_REFUSED'

/** What a connection fails with that is not made. Its message has neither the name nor the address. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused'
  readonly code = OUTGOING_REFUSED
  readonly why: OutgoingRefusal

  constructor(why: OutgoingRefusal) {
    super(OUTGOING_REFUSALS[why])
    this.why = why
  }
}

/** Why `address`, which a name was resolved to or an URL names, is not connected to; null where it may be. */
export function refusalOf(address: string, port: number, rules: OutgoingRules): OutgoingRefusal | null {
  const kind = addressKind(address)
  if (kind === 'never') return 'never'
  const isHere = kind === 'loopback' || isOwnAddress(address)
  if (isHere && rules.openPorts.includes(port)) return null
  if (isHere && rules.ownPorts.includes(port)) return 'ownPort'
  if (rules.reach === 'computer') return null
  if (isHere) return 'computer'
  return kind === 'network' && rules.reach === 'public' ? 'network' : null
}

/** The same of an URL that names an address; one that names a host is judged when that is resolved. */
export function urlRefusal(url: URL, rules: OutgoingRules): OutgoingRefusal | null {
  const host = bareHost(url.hostname)
  return isIP(host) === 0 ? null : refusalOf(host, portOf(url), rules)
}

/** Without the brackets of an IPv6 address. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** Listeners on all addresses are also at those that other machines reach. */
function isOwnAddress(address: string): boolean {
  const asked = ipaddr.process(address).toNormalizedString()
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .some((own) => ipaddr.process(own.address).toNormalizedString() === asked)
}
