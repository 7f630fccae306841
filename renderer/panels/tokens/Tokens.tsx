/** Access tokens of the live API: who may call it, and what is in use. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listAccessTokens, TOKENS_KEY } from '../../api/access-tokens.ts'
import { errorText } from '../../api/error-text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ApiHead } from '../../explorer/ApiHead.tsx'
import { openNewToken } from './NewToken.tsx'
import { TokenTable } from './TokenTable.tsx'
import plain from '../../ui/table/PlainTable.module.css'
import css from './Tokens.module.css'

export function Tokens() {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  useTitle(t('tokens.title'))
  return (
    <>
      <ApiHead
        actions={
          isMaster && (
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.6} />}
              onClick={() => openNewToken(t)}
            >
              {t('tokens.new')}
            </Button>
          )
        }
      />
      <div className={plain.page}>
        {isMaster ? (
          <List />
        ) : (
          <Notice tone="info" alert={false}>
            {t('tokens.mastersOnly')}
          </Notice>
        )}
      </div>
    </>
  )
}

function List() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: TOKENS_KEY, queryFn: listAccessTokens })
  const { data, error } = query
  return (
    <>
      {error !== null && (
        <LoadFailed query={query}>{t('tokens.failed', { reason: errorText(t, error) })}</LoadFailed>
      )}
      {data === undefined && error === null && (
        <Delayed>
          <div className={css.skeleton} role="status" aria-label={t('tokens.loading')}>
            {[180, 240, 210].map((width) => (
              <span key={width} style={{ width }} />
            ))}
          </div>
        </Delayed>
      )}
      {data?.length === 0 && (
        <div className={css.empty}>
          <h2>{t('tokens.empty')}</h2>
          <p className="second">{t('tokens.emptyHelp')}</p>
        </div>
      )}
      {data !== undefined && data.length > 0 && <TokenTable tokens={data} />}
    </>
  )
}
