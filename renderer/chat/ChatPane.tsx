/** The chat of one schedule: what was said, and where to answer. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sendChat } from '../api/chat.ts'
import { errorText } from '../api/error-text.ts'
import { ApiError } from '../api/http.ts'
import { useChatModeration } from './use-chat-moderation.ts'
import { Delayed } from '../ui/Delayed.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { keptBack } from './moderation.ts'
import { ChatFollower, type ChatState } from './follower.ts'
import css from './Chat.module.css'

interface Props {
  readonly scheduleId: string
  readonly large?: boolean
  /** Which messages are shown; all when left out. */
  readonly shown?: (messages: ChatState['messages']) => ChatState['messages']
  /** Stands above the messages; gets all of them, also those that are kept from this screen. */
  readonly above?: (messages: ChatState['messages']) => ReactNode
  /** True where messages are hidden and people muted here. */
  readonly moderates?: boolean
}

export function ChatPane({
  scheduleId,
  large = false,
  shown = (all) => all,
  above,
  moderates = false,
}: Props) {
  const { t } = useTranslation()
  const chat = useChat(scheduleId)
  const { error } = chat
  const isGone = error instanceof ApiError && error.status === 404
  const { hidden, muted, words } = useChatModeration()
  const readable = useMemo(() => {
    const isKept = keptBack({ hidden, muted, words })
    return chat.messages.filter((message) => !isKept(message))
  }, [chat.messages, hidden, muted, words])
  const hello = useMutation({
    mutationFn: () => sendChat(scheduleId, t('chat.hello')),
    onError: (error) =>
      notifications.show({ message: t('chat.helloNotSent', { reason: errorText(t, error) }) }),
    onSettled: chat.ask,
  })
  return (
    <div className={css.pane}>
      {above?.(chat.messages)}
      {isGone && (
        <div className={css.failed}>
          <Notice tone="info" alert={false}>
            {t('schedules.form.gone')}
          </Notice>
        </div>
      )}
      {error !== null && !isGone && (
        <div className={css.failed}>
          <LoadFailed query={{ isFetching: false, refetch: chat.ask }}>
            {t('chat.failed', { reason: errorText(t, error) })}
          </LoadFailed>
        </div>
      )}
      {chat.messages.length === 0 && !isGone && (
        <div className={css.note}>
          {!chat.ready && error === null && (
            <Delayed>
              <p className="third" role="status">
                {t('chat.loading')}
              </p>
            </Delayed>
          )}
          {/* What was read before it failed may be too old for that. */}
          {chat.ready && error === null && (
            <>
              <p className="second">{t('chat.empty')}</p>
              <Button loading={hello.isPending} onClick={() => hello.mutate()}>
                {t('chat.sayHello')}
              </Button>
            </>
          )}
        </div>
      )}
      {chat.messages.length > 0 && (
        <MessageList
          // Another chat begins at its own end.
          key={scheduleId}
          messages={shown(readable)}
          large={large}
          moderates={moderates}
        />
      )}
      {!isGone && <Composer key={`composer of ${scheduleId}`} scheduleId={scheduleId} sent={chat.ask} />}
    </div>
  )
}

/** The chat of a schedule, followed while it is shown. */
function useChat(scheduleId: string): ChatState & { readonly ask: () => void } {
  const follower = useMemo(() => new ChatFollower(scheduleId), [scheduleId])
  const state = useSyncExternalStore(follower.subscribe, follower.state)
  return { ...state, ask: () => follower.ask() }
}
