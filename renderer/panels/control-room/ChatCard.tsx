import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { ChatPane } from '../../chat/ChatPane.tsx'
import { Card } from '../../ui/Card.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './ControlRoom.module.css'

/** The chat of the broadcast that runs, else of the next one. */
export function ChatCard({ schedule }: { schedule: ScheduleView | null }) {
  const { t } = useTranslation()
  return (
    <div className={css.chat}>
      <Card
        title={t('room.chat')}
        flush
        {...(schedule && {
          aside: (
            <Link
              to="/chat"
              search={{ schedule: schedule.scheduleId }}
              className={`third cut ${css.asideLink ?? ''}`}
            >
              <UserText>{schedule.name}</UserText>
            </Link>
          ),
        })}
      >
        {schedule ? (
          <ChatPane scheduleId={schedule.scheduleId} />
        ) : (
          <p className={css.noChat}>{t('controlRoom.noChat')}</p>
        )}
      </Card>
    </div>
  )
}
