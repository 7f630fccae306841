import { describe, expect, it } from 'vitest'
import type { ChannelId } from '../../contract/ids.ts'
import { readGrant, signGrant } from './playlist-token.ts'

const KEY = 'a key of the origin'
const grant = {
  channelId: 'A' as ChannelId,
  subject: '01J8Z0000000000000000000AB',
  expiresAt: 1_763_000_000_000,
}
const token = signGrant(KEY, grant)

describe('a token', () => {
  it('gives back what was signed, in characters that a path and a query take as they are', () => {
    expect(readGrant(KEY, grant.channelId, token)).toEqual(grant)
    expect(encodeURIComponent(token)).toBe(token)
  })

  it('is good for its channel only, and for who has the key', () => {
    expect(readGrant(KEY, 'B' as ChannelId, token)).toBeNull()
    expect(readGrant('another key', grant.channelId, token)).toBeNull()
  })

  it('is worth nothing with any character changed, a later end included', () => {
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      // The last character of base64url holds two bits that mean nothing.
      const same = Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(
        Buffer.from(token.split('.')[2] ?? '', 'base64url'),
      )
      const said = changed.split('.').slice(0, 2).join('.') === token.split('.').slice(0, 2).join('.')
      expect([at, readGrant(KEY, grant.channelId, changed)]).toEqual([at, same && said ? grant : null])
    }
  })

  it.each([
    '',
    '.',
    '..',
    'x',
    `${token}x`,
    token.slice(1),
    `${token}.`,
    '../../etc',
    token.replaceAll('.', '/'),
  ])('is not %j', (text) => {
    expect(readGrant(KEY, grant.channelId, text)).toBeNull()
  })
})
