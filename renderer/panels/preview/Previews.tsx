import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Previews() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.preview')}</h1>
    </PageHead>
  )
}
