import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SecretsLockedError, secretBox } from './secret-box.ts'

const key = randomBytes(32)

test('what is sealed opens again, with the same key and for the same owner only', () => {
  const box = secretBox(key)
  const sealed = box.seal('geheim 🎥', 'row 1')
  expect(Buffer.from(sealed).includes('geheim')).toBe(false)
  expect(secretBox(key).open(sealed, 'row 1')).toBe('geheim 🎥')
  expect(() => box.open(sealed, 'row 2')).toThrow()
  expect(() => secretBox(randomBytes(32)).open(sealed, 'row 1')).toThrow()
})

test('sealing the same twice tells nobody that it is the same', () => {
  const box = secretBox(key)
  expect(box.seal('a', 'x')).not.toEqual(box.seal('a', 'x'))
})

test.each([0, 12, -1])('a changed byte (%i) is noticed', (at) => {
  const box = secretBox(key)
  const sealed = Buffer.from(box.seal('a secret', 'x'))
  sealed[at < 0 ? sealed.length + at : at]! ^= 1
  expect(() => box.open(sealed, 'x')).toThrow()
})

test('what is too short to be sealed does not open', () => {
  for (const bytes of [0, 1, 12, 27]) {
    expect(() => secretBox(key).open(new Uint8Array(bytes), 'x')).toThrow()
  }
})

test('a locked box seals and opens nothing, and says so', () => {
  const sealed = secretBox(key).seal('a', 'x')
  const box = secretBox(null)
  expect([box.locked, secretBox(key).locked]).toEqual([true, false])
  expect(() => box.seal('a', 'x')).toThrow(SecretsLockedError)
  expect(() => box.open(sealed, 'x')).toThrow(SecretsLockedError)
})

test('a fingerprint is the same over restarts, and another with another key', () => {
  const print = secretBox(key).fingerprint('{"blob_key":"1234"}')
  expect(print).toMatch(/^[0-9a-f]{64}$/)
  expect(secretBox(Buffer.from(key)).fingerprint('{"blob_key":"1234"}')).toBe(print)
  expect(secretBox(key).fingerprint('{"blob_key":"1235"}')).not.toBe(print)
  expect(secretBox(randomBytes(32)).fingerprint('{"blob_key":"1234"}')).not.toBe(print)
})

test('a locked box has fingerprints too, for as long as it lives', () => {
  const box = secretBox(null)
  expect(box.fingerprint('a')).toBe(box.fingerprint('a'))
  expect(box.fingerprint('a')).not.toBe(box.fingerprint('b'))
  expect(secretBox(null).fingerprint('a')).not.toBe(box.fingerprint('a'))
})
