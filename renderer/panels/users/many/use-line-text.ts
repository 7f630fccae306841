/** What is said of lines and tables that are not taken. */
import { useTranslation } from 'react-i18next'
import { carriedText } from '../../../i18n/refusal/text.ts'
import { MOST_LINES, type Column, type Fault, type Why } from './read-lines.ts'

function useColumnText() {
  const { t } = useTranslation()
  return (column: Column): string => {
    if (column === 'name' || column === 'email') return t(`users.column.${column}`)
    return column === 'password' ? t('users.password.label') : t(`users.permission.${column}`)
  }
}

export function useWhyText() {
  const { t } = useTranslation()
  const columnText = useColumnText()
  return (why: Why): string => {
    switch (why.kind) {
      case 'rule':
        return t('users.many.why.rule', { column: columnText(why.column), rule: carriedText(t, why.rule) })
      case 'flag':
        return t('users.many.why.flag', { column: columnText(why.column), text: why.text })
      case 'twice':
        return t('users.many.why.twice', { line: why.line })
      case 'taken':
        return t('users.many.why.taken')
      case 'extra':
        return t('users.many.why.extra')
      case 'lacking':
        return t('users.reason.lacking')
    }
  }
}

export function useFaultText() {
  const { t } = useTranslation()
  return (fault: Fault): string => {
    switch (fault.kind) {
      case 'columns':
        return t('users.many.fault.columns', { columns: fault.missing.join(t('common.listSeparator')) })
      case 'quotes':
        return t('users.many.fault.quotes')
      case 'tooMany':
        return t('users.many.fault.tooMany', { most: MOST_LINES, number: fault.number })
    }
  }
}
