import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Settings() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.settings')}</h1>
    </PageHead>
  )
}
