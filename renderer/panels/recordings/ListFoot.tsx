import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { grouped } from '../../i18n/format.ts'
import css from '../../ui/ListPage.module.css'

interface Props {
  readonly count: number
  /** True when older ones exist. */
  readonly more: boolean
  readonly older: { readonly isPending: boolean; readonly error: unknown }
  readonly load: () => void
}

/** Below the list: how much is shown, and what became of reading older rows. */
export function ListFoot({ count, more, older, load }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.foot}>
      <span role="status">
        {t(more ? 'recordings.countMore' : 'recordings.count', { count, number: grouped(count) })}
        {older.error !== null && ` · ${t('recordings.olderFailed', { reason: errorText(t, older.error) })}`}
      </span>
      {more && (
        <Button size="xs" variant="subtle" loading={older.isPending} onClick={load}>
          {t('recordings.older')}
        </Button>
      )}
      <span className={css.aside}>{t('recordings.kept')}</span>
    </div>
  )
}
