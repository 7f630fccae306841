import { describe, expect, it } from 'vitest'
import { EVERY_REFUSAL, EVERY_RULE, HAS_ENGLISH, IS_JAPANESE } from '../../../test/support/every-refusal.ts'
import { consoleTexts } from '../../../test/support/console-texts.ts'
import type { RefusalData } from '../../../service/contract/refusal/refusal.ts'
import { problem } from '../../../service/contract/refusal/rules.ts'
import { refusalText, ruleText } from './text.ts'

const english = consoleTexts('en')
const japanese = consoleTexts('ja')

describe('every rule', () => {
  it.each(EVERY_RULE)('$rule is worded in both languages', (broken) => {
    const [inEnglish, inJapanese] = [ruleText(english, broken), ruleText(japanese, broken)]
    expect(inJapanese).toMatch(IS_JAPANESE)
    expect(inJapanese).not.toMatch(HAS_ENGLISH)
    expect(inEnglish).not.toMatch(IS_JAPANESE)
    for (const text of [inEnglish, inJapanese]) expect(text).not.toMatch(/^$|\{\{|^rule\.|undefined|\[object/)
  })
})

describe('every refusal', () => {
  it.each(EVERY_REFUSAL)('$code is worded in both languages', (refused) => {
    const inEnglish = refusalText(english, refused)
    const inJapanese = refusalText(japanese, refused)
    expect(inJapanese).toMatch(IS_JAPANESE)
    expect(inJapanese).not.toMatch(HAS_ENGLISH)
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
