import { describe, expect, it } from 'vitest'
import { networkFault } from './network-fault.ts'
import { StoreError } from './store-error.ts'

const coded = (code: string) => Object.assign(new Error('https://secret.example.com failed'), { code })

describe('what an HTTP client throws', () => {
  it.each([
    ['ENOTFOUND', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['HPE_INVALID_CONSTANT', 'refused-request'],
    ['ECONNRESET', 'interrupted'],
    ['UND_ERR_SOCKET', 'interrupted'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'interrupted'],
  ])('%s is %s', (code, kind) => {
    expect(networkFault(coded(code))).toMatchObject({ kind, code, status: null })
  })

  it('is found below its cause, and as the first of several', () => {
    expect(networkFault(new Error('outer', { cause: coded('ENOTFOUND') })).kind).toBe('dns')
    expect(networkFault(new AggregateError([coded('ECONNREFUSED')])).kind).toBe('refused')
  })

  it('counts as a broken connection where nothing is known, and never repeats its words', () => {
    expect(networkFault(new Error('https://secret.example.com')).fault).toEqual({
      kind: 'interrupted',
      status: null,
      code: '',
      message: 'The connection broke',
      retryAfterMs: null,
    })
  })

  it('is kept as it is when it is one of a store already', () => {
    const error = new StoreError('busy', 'Slow down')
    expect(networkFault(error)).toBe(error)
  })
})
