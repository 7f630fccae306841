import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../service/contract/console/channel-view.ts'
import { findingText } from './finding.ts'

const keys = ((key: string) => key) as TFunction
const finding = (code: Finding['code']): Finding => ({ code, severity: 'warn', since: 0, values: {} })

describe('what to do about a finding', () => {
  it.each(['no-audio', 'no-video', 'silent', 'black', 'frozen', 'sound-late'] as const)(
    '%s is said for OBS, and for a client',
    (code) => {
      expect(findingText(keys, finding(code), false).fix).toBe(`finding.${code}.fix`)
      expect(findingText(keys, finding(code), true).fix).toBe(`finding.${code}.fixClient`)
    },
  )

  it('is the same for both where it does not hang on who sends', () => {
    expect(findingText(keys, finding('disk-full'), true).fix).toBe('finding.disk-full.fix')
  })
})
