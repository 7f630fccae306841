/** Messages, oldest first. It stays at the newest unless it was scrolled away from; then it counts them. */
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../api/chat.ts'
import { useSignedIn } from '../stores/session.ts'
import { UserText } from '../ui/UserText.tsx'
import css from './Chat.module.css'

interface Props {
  readonly messages: readonly ChatMessage[]
  readonly large?: boolean
  /** Hides a message on this screen; left out where that is not offered. */
  readonly hide?: (messageId: string) => void
}

/** Pixels from the end that still count as being there. */
const NEAR_END = 40

export function MessageList({ messages, large = false, hide }: Props) {
  const { t } = useTranslation()
  const me = useSignedIn().user.userId
  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState<string | undefined>(undefined)
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => messages[index]?.message_id ?? index,
    estimateSize: () => (large ? 68 : 44),
    overscan: 12,
  })
  const last = messages.at(-1)?.message_id
  useEffect(() => {
    if (atEnd && messages.length > 0) virtual.scrollToIndex(messages.length - 1, { align: 'end' })
  }, [atEnd, last, messages.length, virtual, large])
  const fresh = atEnd ? 0 : messages.length - 1 - messages.findLastIndex((m) => m.message_id === seen)

  const onScroll = (element: HTMLElement) => {
    const end = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END
    if (end === atEnd) return
    setAtEnd(end)
    setSeen(last)
  }
  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={css.scroller}
        data-large={large || undefined}
        role="log"
        aria-label={t('chat.messages')}
        aria-live="off"
        tabIndex={0}
        onScroll={(event) => onScroll(event.currentTarget)}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const message = messages[item.index]
            if (message === undefined) return null
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={css.message}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <span className="num third">{message.created_datetime.slice(11, 16)}</span>
                <div className={css.said}>
                  <span className={css.who} data-me={message.user_id === me || undefined}>
                    {message.user_id === me ? t('chat.you') : <UserText>{message.user_name}</UserText>}
                  </span>
                  <UserText className={css.body}>{message.body}</UserText>
                </div>
                {hide !== undefined && (
                  <ActionIcon
                    className={css.hide}
                    aria-label={t('chat.hide', { body: message.body })}
                    title={t('chat.hideHelp')}
                    onClick={() => hide(message.message_id)}
                  >
                    <IconEyeOff size={16} stroke={1.6} />
                  </ActionIcon>
                )}
              </div>
            )
          })}
        </div>
      </div>
      {fresh > 0 && (
        <UnstyledButton className={css.fresh} onClick={() => setAtEnd(true)}>
          {t('chat.fresh', { count: fresh })}
        </UnstyledButton>
      )}
    </div>
  )
}
