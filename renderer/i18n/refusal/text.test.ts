import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { RefusalData } from '../../../service/contract/refusal/refusal.ts'
import { REFUSALS } from '../../../service/contract/refusal/refusals.ts'
import type { RefusalCode } from '../../../service/contract/refusal/refusals.ts'
import { RULES, problem, rule } from '../../../service/contract/refusal/rules.ts'
import type { BrokenRule, RuleId } from '../../../service/contract/refusal/rules.ts'
import { en } from '../en.ts'
import { ja } from '../ja.ts'
import { refusalText, ruleText } from './text.ts'

const words = (lng: 'en' | 'ja') => {
  const i18n = createInstance()
  void i18n.init({
    lng,
    resources: { en: { translation: en }, ja: { translation: ja } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return i18n.t
}
const english = words('en')
const japanese = words('ja')

/** Every value that a rule or a refusal may have, by name. None is Japanese. */
const VALUES = {
  ...{ min: 1234, max: 5678, value: 'value', values: ['first', 'second'], kind: 'kind', members: ['member'] },
  ...{ timeZone: 'Asia/Tokyo', name: 'name', of: rule('string'), header: 'Host', position: 7 },
  ...{
    targets: ['target'],
    retryAfterSeconds: 9,
    permission: 'view',
    recordings: 2,
    count: 4,
    permissions: ['view'],
  },
  ...{ words: 'words', others: 3, found: 9, known: 8, channels: ['Gate', 'Stage'] },
}
const ruleOf = (id: RuleId) => ({ rule: id, values: VALUES }) as unknown as BrokenRule
const refusalOf = (code: RefusalCode) => {
  const channels = code === 'DESTINATION_IN_USE' ? 5 : VALUES.channels
  return { code, values: { ...VALUES, channels }, problems: [] } as unknown as RefusalData
}
const RULE_IDS = Object.keys(RULES) as RuleId[]
const CODES = Object.keys(REFUSALS) as RefusalCode[]

const IS_JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/
/** Three English words beside each other are a sentence; terms and names are shorter. */
const ENGLISH = /[a-z]+(?: [a-z]+){2,}/i

describe('every rule', () => {
  it.each(RULE_IDS)('%s is worded in both languages', (id) => {
    const [inEnglish, inJapanese] = [ruleText(english, ruleOf(id)), ruleText(japanese, ruleOf(id))]
    expect(inJapanese).toMatch(IS_JAPANESE)
    expect(inJapanese).not.toMatch(ENGLISH)
    expect(inEnglish).not.toMatch(IS_JAPANESE)
    for (const text of [inEnglish, inJapanese]) expect(text).not.toMatch(/^$|\{\{|^rule\.|undefined|\[object/)
  })
})

describe('every refusal', () => {
  it.each(CODES)('%s is worded in both languages', (code) => {
    const inEnglish = refusalText(english, refusalOf(code))
    const inJapanese = refusalText(japanese, refusalOf(code))
    expect(inJapanese).toMatch(IS_JAPANESE)
    expect(inJapanese).not.toMatch(ENGLISH)
    expect(inEnglish).not.toMatch(IS_JAPANESE)
    for (const text of [inEnglish, inJapanese])
      expect(text).not.toMatch(/^$|\{\{|^refusal\.|undefined|\[object/)
  })

  it('that names members has the rule of each', () => {
    const problems = [
      problem('hls[0].video.width', 'integer', { min: 160, max: 4096 }),
      problem('name', 'notEmpty'),
    ]
    const refused: RefusalData = { code: 'BAD_REQUEST', values: {}, problems }
    expect(refusalText(english, refused)).toContain(
      'hls[0].video.width (A whole number from 160 to 4,096), name (Needed)',
    )
    expect(refusalText(japanese, refused)).toContain(
      'hls[0].video.width (160 から 4,096 までの整数)、name (必須)',
    )
  })

  it('counts what stands in the way', () => {
    const onAir = { channels: ['Gate'], others: 2 }
    expect(refusalText(english, { code: 'ON_AIR', values: onAir, problems: [] })).toContain(
      'Gate, 2 of other systems',
    )
    const inUse = { channels: 1, recordings: 2 }
    const text = refusalText(english, { code: 'DESTINATION_IN_USE', values: inUse, problems: [] })
    expect(text).toContain('1 channel that is not deleted records to it. 2 recordings still')
    const idle = { code: 'DESTINATION_IN_USE', values: { channels: 0, recordings: 1 }, problems: [] } as const
    expect(refusalText(japanese, idle)).toBe('使用中です。録画 1 件のアップロードが残っています。')
  })
})
