import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import css from '../../ui/Inspector.module.css'

/** In double quotes, so that the shell puts the token in. */
const firstCall = (base: string) =>
  [
    `curl '${base}/'`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'X-Sfu-Target: Service_20180501.ListChannelIDs'`,
    `-H 'Content-Type: application/json' -d '{}'`,
  ].join(' \\\n  ')

/** What the log is, and a first call to see in it. */
export function NothingCalled() {
  const { t } = useTranslation()
  const base = useEngine()?.liveBaseUrl ?? ''
  return (
    <EmptyList title={t('requests.empty')} lead={t('requests.emptyHelp')}>
      <CodeBlock title={t('requests.first')} code={firstCall(base)} />
      <Link className={css.link} to="/developer/tokens">
        {t('requests.getToken')}
      </Link>
    </EmptyList>
  )
}
