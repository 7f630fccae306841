import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { PageHead } from './PageHead.tsx'
import css from './ListPage.module.css'

interface Props {
  readonly room: 'chat' | 'studio'
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown }
}

/** In place of a room that shows something of a schedule, where these could not be read. */
export function SchedulesUnread({ room, query }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead>
        <h1>{t(`room.${room}`)}</h1>
      </PageHead>
      <div className={css.failed}>
        <LoadFailed query={query}>{t('schedules.failed', { reason: errorText(t, query.error) })}</LoadFailed>
      </div>
    </>
  )
}
