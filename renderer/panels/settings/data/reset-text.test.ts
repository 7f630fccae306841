import { expect, test } from 'vitest'
import { consoleTexts } from '../../../../test/support/console-texts.ts'
import { RESET_FOR_GOOD, RESET_KINDS } from '../../../../service/contract/console/state.ts'
import { goesText } from './reset-text.ts'

test.each([
  ['en', /for good/, /kept as a snapshot/],
  ['ja', /元に戻せません/, /スナップショット「リセット前の状態」に残ります/],
] as const)(
  'a reset says for good of what no snapshot has, and of nothing else, in %s',
  (lng, lost, kept) => {
    const t = consoleTexts(lng)
    for (const kind of RESET_KINDS) {
      const said = goesText(t, [kind], 'X')
      expect(lost.test(said), kind).toBe(RESET_FOR_GOOD.some((one) => one === kind))
      expect(kept.test(said), kind).toBe(kind !== 'requests')
    }
  },
)

test('each of several is told', () => {
  expect(
    goesText(
      consoleTexts('en'),
      ['chat', 'recordings', 'requests'],
      'Chat 3, List of recordings 2, Request log',
    ),
  ).toBe(
    'Goes: Chat 3, List of recordings 2, Request log. The state before is kept as a snapshot, “Before a reset”. ' +
      'Local copies of recordings go for good: no snapshot has media. ' +
      'The request log goes for good: it is in no snapshot.',
  )
})
