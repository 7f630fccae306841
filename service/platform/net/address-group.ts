import { isIPv6 } from 'node:net'

/** IPv4 addresses as such, where the socket is an IPv6 one; '' where the peer has already gone. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The group of this computer's own addresses. */
export const LOOPBACK = 'loopback'

/**
 * Who can have many addresses is counted once: this computer has all of 127.0.0.0/8 and ::1, a subscriber a /64 of
 * IPv6 (RFC 6177).
 * @param address as `plainAddress` gives it
 */
export function addressGroup(address: string): string {
  if (address.startsWith('127.') || address === '::1') return LOOPBACK
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
