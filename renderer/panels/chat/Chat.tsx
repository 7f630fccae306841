import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Chat() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.chat')}</h1>
    </PageHead>
  )
}
