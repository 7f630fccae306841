import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LIVE_ERRORS, OPTION_ERRORS } from '../service/contract/errors.ts'
import { FAILURE_REASONS, NORMAL_REASONS } from '../service/contract/signaling.ts'
import { documents } from './generate-docs.ts'

const DOCUMENTS = await documents()

describe('generated documents', () => {
  it.each([...DOCUMENTS])('%s is what node scripts/generate-docs.ts writes', (path, content) => {
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(content)
  })

  it('name every error with its status', () => {
    const errors = DOCUMENTS.get('docs/errors.md') ?? ''
    for (const [code, { status, meaning }] of Object.entries({ ...LIVE_ERRORS, ...OPTION_ERRORS })) {
      expect(errors).toContain(`| \`${code}\` | ${status} | ${meaning} |`)
    }
  })
})

describe('the document of signaling', () => {
  it('has every reason that a client may be told', () => {
    const signaling = DOCUMENTS.get('docs/signaling.md') ?? ''
    for (const reason of Object.keys({ ...NORMAL_REASONS, ...FAILURE_REASONS })) {
      expect(signaling).toMatch(new RegExp(`^\\| (1000|4490) \\| \`${reason}\` \\|`, 'm'))
    }
  })
})

describe('the error tables', () => {
  it('use statuses that say whose fault it is, and sentences', () => {
    for (const { status, meaning } of Object.values({ ...LIVE_ERRORS, ...OPTION_ERRORS })) {
      expect([400, 401, 403, 404, 405, 408, 409, 413, 429, 431, 500, 502, 503, 507]).toContain(status)
      expect(meaning).toMatch(/^[A-Z].*\.$/)
    }
  })
})
