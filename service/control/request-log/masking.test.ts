import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { secret, secretMembers } from '../../contract/secret.ts'
import { MAX_KEPT_BYTES, keptText } from './masking.ts'

const SECRET = 'hunter2-hunter2'
const names = [...secretMembers()]
const keptBody = (value: unknown) => keptText(JSON.stringify(value))
const masked = (value: unknown) => JSON.parse(keptBody(value).text) as unknown

describe('secret members', () => {
  it('are those of both APIs, and of the console where its schemas are loaded', () => {
    const ofBoth = [
      'access_code',
      'blob_key',
      'encrypt_key',
      'gs_credential_json',
      'password',
      's3_secret_access_key',
      'token',
    ]
    expect(names).toEqual(expect.arrayContaining(ofBoth))
  })

  it('are masked too where their contract is loaded later', () => {
    expect(masked({ told_later: SECRET })).toEqual({ told_later: SECRET })
    secret('told_later', z.string())
    expect(masked({ told_later: SECRET })).toEqual({ told_later: '***' })
  })

  it.each(names)('%s is masked at any depth, in arrays, in any case and whatever it holds', (name) => {
    expect(masked({ [name]: SECRET })).toEqual({ [name]: '***' })
    expect(masked({ a: [{ b: { [name]: SECRET, c: 1 } }] })).toEqual({ a: [{ b: { [name]: '***', c: 1 } }] })
    expect(masked([[{ [name]: { deep: SECRET } }]])).toEqual([[{ [name]: '***' }]])
    for (const held of [null, 1234, [SECRET], { [name]: SECRET }])
      expect(masked({ [name]: held })).toEqual({ [name]: '***' })
    for (const written of [name.toUpperCase(), name.replaceAll('_', '-'), name.replaceAll('_', '')]) {
      expect(masked({ [written]: SECRET })).toEqual({ [written]: '***' })
    }
  })

  it.each(names)('%s is masked in answers, also where the name is written with escapes', (name) => {
    const escaped = `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`
    for (const written of [name, escaped]) {
      const { text } = keptText(`{"error":{"details":[{"${written}":"${SECRET}"}]}}`)
      expect(text).toBe(`{"error":{"details":[{"${name}":"***"}]}}`)
    }
  })

  it('are masked by name only: values and other members stay', () => {
    const value = { name: 'password', code: 'x', schedule_id: 'token', s3_access_key_id: 'AKIA', kid: 'k' }
    expect(masked(value)).toEqual(value)
  })
})

// Whoever misspells a member has sent the secret all the same.
it.each([
  ...[
    'old_password',
    'passwd',
    'pass',
    'pass_word',
    'secretAccessKey',
    's3_secret_key',
    'aws_secret_access_key',
  ],
  ...['accessCode', 'apiKey', 'auth_token', 'credentials'],
])('what is called %s is masked, whatever the contract calls it', (name) => {
  expect(masked({ a: [{ [name]: SECRET }] })).toEqual({ a: [{ [name]: '***' }] })
})

describe('URLs', () => {
  it.each([
    ['https://user:pw@example.com/a', 'https://***@example.com/a'],
    ['https://user@example.com:8443', 'https://***@example.com:8443'],
    ['https://example.com/a?token=abc&b=1', 'https://example.com/a?token=***&b=***'],
    ['https://example.com/a?abc', 'https://example.com/a?***'],
    ['https://example.com/a?x=1=2&&y', 'https://example.com/a?x=***&&***'],
    ['https://example.com/a#entry=abc', 'https://example.com/a#***'],
    ['https://a.test/?r=https://b.test/?s=1', 'https://a.test/?r=***'],
    [
      'see HTTP://u:p@a.test/?x=1 and rtmp://b.test/c?key=2.',
      'see HTTP://***@a.test/?x=*** and rtmp://b.test/c?key=***',
    ],
    ['https://u:p@ss/word@a.test/x', 'https://***@ss/word@a.test/x'],
    ['https://a.test:8443/signed/abc.def/ID/index.m3u8', 'https://a.test:8443/signed/***/ID/index.m3u8'],
  ])('%s', (url, kept) => expect(masked({ a: [url] })).toEqual({ a: [kept] }))

  it.each(['https://example.com/a/b.m3u8', 'rtmp://127.0.0.1:1935/ABC', 'a@b.c', '?a=b', 's3://bucket/path'])(
    'what holds none stays: %s',
    (text) => expect(masked({ a: text })).toEqual({ a: text }),
  )
})

describe('any body', () => {
  it('stays as it is without secrets', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value)
        fc.pre(!/password|access.*code|token|key|json/i.test(json) && !json.includes('://'))
        expect(masked(value)).toEqual(JSON.parse(json))
      }),
    )
  })

  it('loses its secret wherever that is', () => {
    const secret = fc.constantFrom(...names).map((name) => ({ [name]: SECRET }))
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        secret,
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 }),
      ),
    })).node
    fc.assert(
      fc.property(tree, (value) => {
        expect(keptBody(value).text).not.toContain(SECRET)
      }),
    )
  })

  it('that is no JSON is not kept', () => {
    expect(keptText('password=\\x')).toEqual({ text: '', cut: true })
    expect(keptText('')).toEqual({ text: '', cut: false })
  })
})

describe('a body made to be slow', () => {
  // As long as a body may be. In the square of its length this would take minutes.
  it.each(['a', 'a:', ':/', 'x://', 'x://?&', 'x://@', 'https://a?b=c '])('%s over and over', (piece) => {
    const text = `${piece.repeat(1_000_000 / piece.length)} ://`
    expect(keptBody({ a: text, password: SECRET }).cut).toBe(true)
  })
})

describe('length', () => {
  const ofBytes = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

  it('is whole up to 16 KiB, and cut above', () => {
    expect(keptText(ofBytes(MAX_KEPT_BYTES))).toEqual({ text: ofBytes(MAX_KEPT_BYTES), cut: false })
    const { text, cut } = keptText(ofBytes(MAX_KEPT_BYTES + 1))
    expect([text.length, cut]).toEqual([MAX_KEPT_BYTES, true])
  })

  it('is counted in bytes, and no character is cut in two', () => {
    for (const character of ['é', '本', '🎬']) {
      const { text, cut } = keptBody(character.repeat(10_000))
      expect(cut).toBe(true)
      expect(text).toBe(`"${character.repeat((text.length - 1) / character.length)}`)
      const bytes = Buffer.byteLength(text)
      expect(bytes).toBeLessThanOrEqual(MAX_KEPT_BYTES)
      expect(bytes).toBeGreaterThan(MAX_KEPT_BYTES - 4)
    }
  })

  it('is cut after masking, so that no secret outlives a cut', () => {
    const { text } = keptBody({ filler: 'x'.repeat(MAX_KEPT_BYTES - 30), password: SECRET })
    expect(text).not.toContain(SECRET.slice(0, 4))
  })
})
