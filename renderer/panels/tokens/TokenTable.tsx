import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revokeAccessToken, TOKENS_KEY, type AccessToken } from '../../api/access-tokens.ts'
import { askDanger } from '../../ui/danger.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import plain from '../../ui/table/PlainTable.module.css'
import css from './Tokens.module.css'

const COLUMNS = ['name', 'prefix', 'created', 'lastUsed', 'channels', 'state'] as const

/** Tokens in use first, in the order of their making; then the revoked ones. */
export function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  const { t } = useTranslation()
  const sorted = [...tokens].sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null))
  return (
    <div className={plain.scroll} tabIndex={0} role="group" aria-label={t('tokens.title')}>
      <table className={`${plain.table} ${css.table}`}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`tokens.column.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {sorted.map((token) => (
            <Row key={token.id} token={token} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ token }: { token: AccessToken }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const revoked = token.revokedAt !== null
  const ask = () =>
    askDanger({
      title: t('tokens.revokeTitle', { name: token.name }),
      lead: t('tokens.revokeLead', { channels: t('tokens.ownedChannels', { count: token.channels }) }),
      action: t('tokens.revokeDo'),
      run: async () => {
        await revokeAccessToken(token.id)
        await queries.invalidateQueries({ queryKey: TOKENS_KEY })
        notifications.show({ message: t('tokens.revoked', { name: token.name }) })
      },
    })
  return (
    <tr data-revoked={revoked || undefined}>
      <th scope="row">
        <UserText>{token.name}</UserText>
      </th>
      <td className="mono" data-column="prefix">
        {token.prefix}…
      </td>
      <td data-column="created">
        <Moment at={token.createdAt} />
      </td>
      <td>{token.lastUsedAt === null ? t('tokens.never') : <Moment at={token.lastUsedAt} />}</td>
      <td className="num" data-column="channels">
        {token.channels}
      </td>
      <td>
        <span className={css.state}>
          <Glyph name={revoked ? 'deleted' : 'ok'} tone={revoked ? 'idle' : 'ok'} />
          {token.revokedAt === null ? (
            t('tokens.active')
          ) : (
            <>
              {t('tokens.revokedState')} <Moment at={token.revokedAt} />
            </>
          )}
        </span>
      </td>
      <td className={css.action}>
        {!revoked && (
          <Button size="xs" onClick={ask} aria-label={t('tokens.revokeLabel', { name: token.name })}>
            {t('tokens.revoke')}
          </Button>
        )}
      </td>
    </tr>
  )
}
