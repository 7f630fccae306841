import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Studio() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.studio')}</h1>
    </PageHead>
  )
}
