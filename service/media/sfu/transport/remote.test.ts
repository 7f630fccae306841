import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RemoteParameters } from './parameters.ts'
import { faultOf, remoteOffer } from './remote.ts'

const GOOD: RemoteParameters = {
  iceUfrag: 'abcd',
  icePwd: 'abcdefghijklmnopqrstuv',
  fingerprint: `SHA-256 ${Array.from({ length: 32 }, () => 'ab').join(':')}`,
  setup: 'active',
  candidates: [],
}

describe('parameters of a client', () => {
  it('are fine as RFC 8839 and RFC 8122 have them', () => {
    expect(faultOf(GOOD)).toBeNull()
    expect(
      faultOf({ ...GOOD, iceUfrag: 'a'.repeat(256), icePwd: '+/'.repeat(128), setup: 'passive' }),
    ).toBeNull()
  })

  it.each<[string, Partial<Record<keyof RemoteParameters, string>>]>([
    ['a short user name', { iceUfrag: 'abc' }],
    ['a long user name', { iceUfrag: 'a'.repeat(257) }],
    ['a line end in the user name', { iceUfrag: 'abcd\r\na=x' }],
    ['a line end after the user name', { iceUfrag: 'abcd\n' }],
    ['a short password', { icePwd: 'a'.repeat(21) }],
    ['a long password', { icePwd: 'a'.repeat(257) }],
    ['a fingerprint of another hash', { fingerprint: GOOD.fingerprint.replace('SHA-256', 'sha-1') }],
    ['a short fingerprint', { fingerprint: 'sha-256 AB:CD' }],
    ['no DTLS role', { setup: 'actpass' }],
  ])('are refused with %s', (_, change) => {
    const fault = faultOf({ ...GOOD, ...change } as RemoteParameters)
    expect(fault).toMatch(/\.$/)
    for (const value of Object.values(change)) expect(fault).not.toContain(value)
  })

  it('never bring lines of their own into what native code is told', () => {
    const lines = remoteOffer(GOOD).split(/[\r\n]+/).length
    const names = fc.constantFrom('iceUfrag', 'icePwd', 'fingerprint', 'setup')
    const added = fc.oneof(fc.constantFrom('\n', '\r', 'a', '+', ' '), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(names, added, fc.nat(100), (name, text, at) => {
        const value = GOOD[name as 'iceUfrag']
        const remote = { ...GOOD, [name]: value.slice(0, at) + text + value.slice(at) }
        return faultOf(remote) !== null || remoteOffer(remote).split(/[\r\n]+/).length === lines
      }),
    )
  })
})

describe('the offer that native code is told of', () => {
  it('has one m-line, the values of the client and a fingerprint in its usual form', () => {
    const offer = remoteOffer(GOOD)
    expect(offer.match(/^m=/gm)).toHaveLength(1)
    expect(offer).toContain('\r\na=ice-lite\r\n')
    expect(offer).toContain('\r\na=ice-ufrag:abcd\r\n')
    expect(offer).toContain('\r\na=setup:active\r\n')
    expect(offer).toMatch(/\r\na=fingerprint:sha-256 AB:AB:/)
  })
})
