import { describe, expect, it } from 'vitest'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { STORE_FAULTS, type StoreFault, type StoreFaultKind } from '../../service/contract/store-fault.ts'
import { faultText } from './fault-text.ts'

const fault = (fields: Partial<StoreFault> = {}): StoreFault => ({
  ...{ kind: 'credentials', status: 403, code: '', message: '', retryAfterMs: null },
  ...fields,
})

describe('what a fault of a store says', () => {
  it.each(['en', 'ja'] as const)('has words and a hint for each kind in %s', (language) => {
    const t = consoleTexts(language)
    const all = (Object.keys(STORE_FAULTS) as StoreFaultKind[]).map((kind) => faultText(t, fault({ kind })))
    for (const { what, hint } of all) {
      expect(what).not.toContain('archive.')
      expect(hint).not.toContain('archive.')
    }
    expect(new Set(all.map(({ what }) => what)).size).toBe(all.length)
  })

  it('says more where the code of the store does', () => {
    const t = consoleTexts('en')
    expect(faultText(t, fault({ code: 'SignatureDoesNotMatch' })).hint).toContain('ends with a space')
    expect(faultText(t, fault({ code: 'AccessDenied' })).hint).toContain('Check the key id and the secret')
  })

  it.each(['en', 'ja'] as const)('speaks of a folder where it is one, in %s', (language) => {
    const t = consoleTexts(language)
    const ofBucket = /bucket|container|region|credential|key|バケット|リージョン|認証|キー/i
    const none = { status: null }
    for (const told of [
      fault({ ...none, kind: 'no-folder', code: 'ENOENT' }),
      fault({ ...none, kind: 'forbidden', code: 'EACCES' }),
    ]) {
      const { what, hint } = faultText(t, told)
      expect(what).toMatch(/folder|フォルダー/)
      expect(`${what} ${hint}`).not.toMatch(ofBucket)
    }
  })

  it('keeps the raw words of the store', () => {
    const t = consoleTexts('en')
    expect(faultText(t, fault({ code: 'AccessDenied', message: 'No.' })).raw).toBe('403 AccessDenied: No.')
    expect(faultText(t, fault({ status: null, message: 'ENOTFOUND x' })).raw).toBe('ENOTFOUND x')
    expect(faultText(t, fault({ status: null })).raw).toBe('')
  })
})
