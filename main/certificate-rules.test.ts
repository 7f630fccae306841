import { beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from '../test/support/self-signed.ts'
import { isOwnCertificate } from './certificate-rules.ts'

describe('certificates', () => {
  let own: string
  let other: string
  beforeAll(async () => {
    // One that signed itself is its own authority.
    own = (await selfSigned('127.0.0.1')).cert
    other = (await selfSigned('127.0.0.1')).cert
  })
  const now = () => Date.now()

  test('of the service itself, on this computer, now', () => {
    expect(isOwnCertificate('127.0.0.1', own, own, now())).toBe(true)
  })
  test('of another authority', () => expect(isOwnCertificate('127.0.0.1', other, own, now())).toBe(false))
  test('for another name', () => expect(isOwnCertificate('localhost', own, own, now())).toBe(false))
  test('for another computer', () => expect(isOwnCertificate('example.com', own, own, now())).toBe(false))
  test('when it is over', () =>
    expect(isOwnCertificate('127.0.0.1', own, own, now() + 7_200_000)).toBe(false))
  test('when there is none', () => expect(isOwnCertificate('127.0.0.1', own, '', now())).toBe(false))
})
