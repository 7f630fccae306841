import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function ControlRoom() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.controlRoom')}</h1>
    </PageHead>
  )
}
