import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostCandidates, isUsableCandidate } from './candidates.ts'

describe('host candidates', () => {
  it('have the priority of RFC 8445, falling from the first address on', () => {
    expect(hostCandidates(['192.0.2.1', '2001:db8::1'], 40_000)).toEqual([
      'candidate:1 1 UDP 2130706431 192.0.2.1 40000 typ host',
      'candidate:2 1 UDP 2130706175 2001:db8::1 40000 typ host',
    ])
  })

  it('are usable ones', () => {
    expect(hostCandidates(['192.0.2.1', '2001:db8::1'], 40_000).every(isUsableCandidate)).toBe(true)
  })
})

describe('a candidate of a client', () => {
  it.each([
    'candidate:842163049 1 udp 1677729535 198.51.100.7 56789 typ srflx raddr 0.0.0.0 rport 0 generation 0',
    'candidate:1 1 UDP 2130706431 ::1 9 typ host',
  ])('is usable: %s', (candidate) => {
    expect(isUsableCandidate(candidate)).toBe(true)
  })

  it.each([
    'candidate:1 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active',
    'candidate:1 2 udp 2130706430 192.0.2.1 5000 typ host',
    'candidate:1 1 udp 2130706431 0b3c6c44-1d3a-4a3b-9b8e-0b0b0b0b0b0b.local 5000 typ host',
    'candidate:1 1 udp 2130706431 localhost 5000 typ host',
    'candidate:1 1 udp 2130706431 169.254.169.254 80 typ host',
    'candidate:1 1 udp 2130706431 fd00:ec2::254 80 typ host',
    'candidate:1 1 udp 2130706431 239.255.255.250 1900 typ host',
    'candidate:1 1 udp 2130706431 192.0.2.1 0 typ host',
    'candidate:1 1 udp 2130706431 192.0.2.1 70000 typ host',
    'candidate:1 1 udp 2130706431 192.0.2.1 5000 typ host\r\na=ice-pwd:x',
    '',
  ])('is no use: %j', (candidate) => {
    expect(isUsableCandidate(candidate)).toBe(false)
  })

  it('is judged without an error whatever it is', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isUsableCandidate(text) === 'boolean'))
  })
})
