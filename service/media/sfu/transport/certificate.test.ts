import { X509Certificate, createPrivateKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCertificate } from './certificate.ts'

it('is self-signed, of P-256, valid now and known by its SHA-256 fingerprint', async () => {
  const { certificate, privateKey, fingerprint } = await createCertificate()
  const x509 = new X509Certificate(certificate)
  expect(fingerprint).toBe(`sha-256 ${x509.fingerprint256}`)
  expect(x509.verify(x509.publicKey)).toBe(true)
  expect(x509.checkPrivateKey(createPrivateKey(privateKey))).toBe(true)
  expect(x509.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  expect(x509.validFromDate.getTime()).toBeLessThan(Date.now() - 3_600_000)
  expect(x509.validToDate.getTime()).toBeGreaterThan(Date.now() + 365 * 86_400_000)
})

it('is another one each time', async () => {
  const [a, b] = await Promise.all([createCertificate(), createCertificate()])
  expect(a.fingerprint).not.toBe(b.fingerprint)
})
