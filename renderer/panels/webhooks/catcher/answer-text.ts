import type { TFunction } from 'i18next'
import type { Script } from '../../../../service/contract/console-catchers.ts'
import { grouped } from '../../../i18n/format.ts'

/** What a catcher answers, and after how long, in a few words. */
export function answerText(t: TFunction, { answer, delayMs }: Script): string {
  const what =
    answer.kind === 'custom'
      ? t('catcher.answers.custom', { status: answer.status })
      : t(`catcher.answers.${answer.kind}`)
  return delayMs === 0 ? what : t('catcher.answers.after', { what, delay: grouped(delayMs) })
}
