import { useTranslation } from 'react-i18next'
import { hasVisible } from './visible.ts'

/**
 * Text that a person wrote: marked with its language where that can be seen, for the right glyph shapes. One that has
 * characters, but none that is seen, is said to be unnamed.
 */
export function UserText({ children, className }: { children: string; className?: string }) {
  const { t } = useTranslation()
  if (children !== '' && !hasVisible(children)) return <i className={className}>{t('common.unnamed')}</i>
  const lang = /[\u3040-\u30ff]/.test(children) ? 'ja' : undefined
  return (
    <bdi lang={lang} className={className} title={children} data-shortens>
      {children}
    </bdi>
  )
}
