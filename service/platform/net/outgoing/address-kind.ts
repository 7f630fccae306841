import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

/**
 * What an address means to who connects to it. `never`: nobody's service, or the one that tells a virtual machine
 * its credentials. `network`: this network's own, and what no public host has.
 */
export type AddressKind = 'public' | 'network' | 'loopback' | 'never'

/** Where cloud providers tell a machine its credentials, besides 169.254.0.0/16. */
const METADATA = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map(
  (address) => ipaddr.parse(address).toNormalizedString(),
)

const KINDS: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  as112: 'public',
  as112v6: 'public',
  loopback: 'loopback',
  linkLocal: 'never',
  multicast: 'never',
  broadcast: 'never',
  unspecified: 'never',
}

/**
 * An IPv6 address that stands for an IPv4 one is that one: mapped, compatible (RFC 4291 2.5.5), translated
 * (RFC 6052), 6to4 (RFC 3056).
 * @param address IPv4 or IPv6; what is none is of the kind `never`
 */
export function addressKind(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'never'
  const plain = plainOf(ipaddr.parse(address))
  if (METADATA.includes(plain.toNormalizedString())) return 'never'
  return KINDS[plain.range()] ?? 'network'
}

function plainOf(address: IPv4 | IPv6): IPv4 | IPv6 {
  if (address.kind() === 'ipv4') return address
  const bytes = address.toByteArray()
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
    case 'rfc6052':
      return ipaddr.fromByteArray(bytes.slice(12))
    case '6to4':
      return ipaddr.fromByteArray(bytes.slice(2, 6))
    // The client's address is in it with its bits turned (RFC 4380 4).
    case 'teredo':
      return ipaddr.fromByteArray(bytes.slice(12).map((byte) => byte ^ 0xff))
    case 'unicast':
      return bytes.slice(0, 12).every((byte) => byte === 0) ? ipaddr.fromByteArray(bytes.slice(12)) : address
    default:
      return address
  }
}
