import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

interface Props {
  readonly query: ComponentProps<typeof LoadFailed>['query'] & { readonly error: unknown }
  /** Around it, where a card has no space of its own. */
  readonly className?: string | undefined
}

/** Settings that could not be loaded; nothing where they were. */
export function SettingsFailed({ query, className }: Props) {
  const { t } = useTranslation()
  if (query.error === null) return null
  return (
    <div className={className}>
      <LoadFailed query={query}>{t('settings.loadFailed', { reason: errorText(t, query.error) })}</LoadFailed>
    </div>
  )
}
