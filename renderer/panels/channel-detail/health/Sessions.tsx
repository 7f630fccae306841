/** Broadcasts of a channel, of earlier runs of the service too; one of them is told in detail below. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PastSession } from '../../../../service/contract/console/health.ts'
import { useNow } from '../../../api/events/clock.ts'
import { byteSize, duration } from '../../../i18n/format.ts'
import { Card } from '../../../ui/Card.tsx'
import { encoderName } from '../../../channel/encoder-name.ts'
import { Figure } from '../../../ui/Figure.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { StateWord } from '../../../ui/StateWord.tsx'
import plain from '../../../ui/table/PlainTable.module.css'
import css from './Sessions.module.css'

interface Props {
  readonly channelId: string
  readonly sessions: readonly PastSession[]
  readonly shown: PastSession
}

const COLUMNS = ['started', 'lasted', 'encoder', 'connections', 'received', 'findings'] as const

export function Sessions({ channelId, sessions, shown }: Props) {
  const { t } = useTranslation()
  return (
    <Card
      title={t('health.sessions.title')}
      aside={t('health.sessions.count', { count: sessions.length })}
      flush
    >
      <div className={css.scroll} tabIndex={0} role="group" aria-label={t('health.sessions.title')}>
        <table className={plain.table}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`health.sessions.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <Row key={session.id} {...{ channelId, session }} isShown={session === shown} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

interface RowProps {
  readonly channelId: string
  readonly session: PastSession
  readonly isShown: boolean
}

function Row({ channelId, session, isShown }: RowProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { id, startedAt, endedAt, encoder, connections, receivedBytes, findings } = session
  return (
    <tr className={css.row} data-shown={isShown || undefined}>
      <th scope="row">
        <Link
          to="/channels/$channelId"
          params={{ channelId }}
          search={{ view: 'events', session: String(id) }}
          replace
          aria-current={isShown ? 'page' : undefined}
          className={css.link}
        >
          <Moment at={startedAt} />
        </Link>
      </th>
      <td>
        {endedAt === null ? (
          <StateWord
            glyph="ok"
            tone="ok"
            text={t('health.sessions.running', { time: duration(now - startedAt) })}
          />
        ) : (
          <span className="num">{duration(endedAt - startedAt)}</span>
        )}
      </td>
      <td>{encoder === '' ? '–' : encoderName(t, encoder)}</td>
      <td className="num">{connections}</td>
      <td>{receivedBytes === 0 ? '–' : <Figure value={byteSize(receivedBytes)} />}</td>
      <td className="num">{findings}</td>
    </tr>
  )
}
