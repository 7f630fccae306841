import { useTranslation } from 'react-i18next'
import { ChatPane } from '../../chat/ChatPane.tsx'
import { Card } from '../../ui/Card.tsx'
import css from './Studio.module.css'

/** The chat of the schedule that is broadcast. */
export function ChatBeside({ scheduleId }: { readonly scheduleId: string }) {
  const { t } = useTranslation()
  return (
    <div className={css.chat}>
      <Card title={t('room.chat')} flush>
        <ChatPane scheduleId={scheduleId} />
      </Card>
    </div>
  )
}
