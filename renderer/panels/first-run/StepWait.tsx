/** A step whose fields are not known yet, or could not be loaded. */
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import css from './FirstRun.module.css'

interface Props {
  readonly title: string
  readonly query: { readonly error: unknown; readonly isFetching: boolean; refetch(): unknown }
}

export function StepWait({ title, query }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.form}>
      <h1 className={css.title}>{title}</h1>
      {query.error === null ? (
        <Delayed>
          <p role="status">{t('firstRun.loading')}</p>
        </Delayed>
      ) : (
        <LoadFailed query={query}>
          {t('firstRun.loadFailed', { reason: errorText(t, query.error) })}
        </LoadFailed>
      )}
    </div>
  )
}
