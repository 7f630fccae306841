/** Reading along and answering: the chat of a schedule. */
import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../../api/chat.ts'
import { useNow } from '../../api/events/clock.ts'
import { useScheduleNow, useSchedules, useSchedulesFrom } from '../../api/schedules.ts'
import { ChatPane } from '../../chat/ChatPane.tsx'
import { ChatRate } from '../../chat/ChatRate.tsx'
import { ModerationMenu } from '../../chat/ModerationMenu.tsx'
import { useChatModeration } from '../../chat/use-chat-moderation.ts'
import { FilterField } from '../../ui/FilterField.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { ChatHead } from './ChatHead.tsx'
import { changed } from './search.ts'
import { shownMessages } from './shown.ts'
import { DAY_MS, utcDay } from '../../time.ts'
import { SchedulesUnread } from '../../ui/SchedulesUnread.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import css from './Chat.module.css'

const route = getRouteApi('/chat')

export function Chat() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  useTitle(t('room.chat'))
  // Whole days, so that the question stays the same while the clock runs.
  const now = useNow()
  const from = utcDay(now) - 30 * DAY_MS
  const { schedules, failed } = useSchedulesFrom(from)
  const { current, next } = useScheduleNow()
  const { hidden, showHidden } = useChatModeration()
  const words = search.q ?? ''
  const shown = useCallback((all: readonly ChatMessage[]) => shownMessages(all, words), [words])
  const last = schedules?.findLast(({ startsAt }) => startsAt <= now) ?? schedules?.[0]
  const id = search.schedule ?? (current ?? next ?? last)?.scheduleId
  // One that is longer ago is read where its chat is asked for.
  const isKnown = schedules?.some(({ scheduleId }) => scheduleId === id) ?? true
  const { data: before = [] } = useSchedules(0, from, id !== undefined && !isKnown)
  const asked = isKnown ? [] : before.filter(({ scheduleId }) => scheduleId === id)
  const change = (members: Readonly<Record<string, string>>) =>
    void navigate({ to: '/chat', search: changed(search, members), replace: true })

  if (failed && id === undefined) return <SchedulesUnread room="chat" query={failed} />
  if (schedules?.length === 0 && id === undefined) return <NoSchedule />
  return (
    <>
      <ChatHead id={id} schedules={[...asked, ...(schedules ?? [])]} search={search} change={change} />
      <section className={css.room} aria-label={t('room.chat')} data-pane="chat" tabIndex={-1}>
        {id !== undefined && (
          <ChatPane
            scheduleId={id}
            large={search.view === 'presenter'}
            shown={shown}
            moderates
            above={(messages) => (
              <div className={css.bar}>
                <FilterField
                  className={css.filter}
                  label={t('chat.findLabel')}
                  placeholder={t('chat.find')}
                  value={words}
                  onChange={(q) => change({ q })}
                />
                {hidden.length > 0 && (
                  <Button size="xs" variant="subtle" onClick={showHidden}>
                    {t('chat.showHidden', { count: hidden.length })}
                  </Button>
                )}
                <ModerationMenu />
                <ChatRate messages={messages} />
              </div>
            )}
          />
        )}
      </section>
    </>
  )
}

/** Messages belong to a schedule; there is none. */
function NoSchedule() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHead>
        <h1>{t('room.chat')}</h1>
      </PageHead>
      <EmptyList title={t('chat.noSchedule')} lead={t('chat.noScheduleHelp')}>
        <Button variant="filled" onClick={() => void navigate({ to: '/schedules' })}>
          {t('chat.toSchedules')}
        </Button>
      </EmptyList>
    </>
  )
}
