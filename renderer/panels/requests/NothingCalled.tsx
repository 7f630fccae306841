import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { Snippet } from '../../snippet/Snippet.tsx'
import { appCall, FIRST_CALL } from '../../explorer/run.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import css from '../../ui/Inspector.module.css'

/** What the log is, and a first call to see in it. */
export function NothingCalled() {
  const { t } = useTranslation()
  const engine = useEngine()
  return (
    <EmptyList title={t('requests.empty')} lead={t('requests.emptyHelp')}>
      {engine !== null && <Snippet title={t('requests.first')} call={appCall(FIRST_CALL, {}, engine)} />}
      <Link className={css.link} to="/developer/tokens">
        {t('requests.getToken')}
      </Link>
    </EmptyList>
  )
}
