import { Button, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconPresentation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { wholeChat } from '../../api/chat.ts'
import { errorText } from '../../api/error-text.ts'
import { useMoment } from '../../ui/Moment.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { saveLog } from './save-log.ts'
import type { Search } from './search.ts'
import css from './Chat.module.css'

interface Props {
  /** The schedule whose chat is shown; undefined until schedules are known. */
  readonly id: string | undefined
  readonly schedules: readonly ScheduleView[]
  readonly search: Search
  readonly change: (members: Readonly<Record<string, string>>) => void
}

/** Which chat, in what size, and the way out of it as a file. */
export function ChatHead({ id, schedules, search, change }: Props) {
  const { t } = useTranslation()
  const moment = useMoment()
  const large = search.view === 'presenter'
  const save = (scheduleId: string) =>
    void wholeChat(scheduleId).then(
      (messages) => saveLog(messages, scheduleId),
      (error: unknown) => notifications.show({ message: t('chat.failed', { reason: errorText(t, error) }) }),
    )
  return (
    <PageHead
      actions={
        id !== undefined && (
          <>
            <Button
              leftSection={<IconPresentation size={16} stroke={1.6} />}
              aria-pressed={large}
              onClick={() => change({ view: large ? '' : 'presenter' })}
            >
              {t('chat.presenter')}
            </Button>
            <Button leftSection={<IconDownload size={16} stroke={1.6} />} onClick={() => save(id)}>
              {t('chat.export')}
            </Button>
          </>
        )
      }
    >
      <h1>{t('room.chat')}</h1>
      <Select
        className={css.picker}
        aria-label={t('chat.schedule')}
        data={schedules.map(({ scheduleId, name, startsAt }) => ({
          value: scheduleId,
          label: `${name} · ${moment(startsAt).replace(/:\d\d$/, '')}`,
        }))}
        value={id ?? null}
        onChange={(schedule) => change({ schedule: schedule ?? '' })}
        allowDeselect={false}
        nothingFoundMessage={t('frame.paletteEmpty')}
        limit={200}
        searchable
      />
    </PageHead>
  )
}
