import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Users() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.users')}</h1>
    </PageHead>
  )
}
