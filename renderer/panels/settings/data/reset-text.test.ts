import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { RESET_FOR_GOOD, RESET_KINDS } from '../../../../service/contract/console/state.ts'
import { en } from '../../../i18n/en.ts'
import { ja } from '../../../i18n/ja.ts'
import { goesText } from './reset-text.ts'

const texts = createInstance()
void texts.init({
  lng: 'en',
  resources: { en: { translation: en }, ja: { translation: ja } },
  initAsync: false,
  returnEmptyString: true,
})

test.each([
  ['en', /for good/, /kept as a snapshot/],
  ['ja', /元に戻せません/, /スナップショット「リセット前の状態」に残ります/],
] as const)(
  'a reset says for good of what no snapshot has, and of nothing else, in %s',
  (lng, lost, kept) => {
    const t = texts.getFixedT(lng)
    for (const kind of RESET_KINDS) {
      const said = goesText(t, [kind], 'X')
      expect(lost.test(said), kind).toBe(RESET_FOR_GOOD.some((one) => one === kind))
      expect(kept.test(said), kind).toBe(kind !== 'requests')
    }
  },
)

test('each of several is told', () => {
  expect(
    goesText(texts.t, ['chat', 'recordings', 'requests'], 'Chat 3, List of recordings 2, Request log'),
  ).toBe(
    'Goes: Chat 3, List of recordings 2, Request log. The state before is kept as a snapshot, “Before a reset”. ' +
      'Local copies of recordings go for good: no snapshot has media. ' +
      'The request log goes for good: it is in no snapshot.',
  )
})
