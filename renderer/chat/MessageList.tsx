/** Messages, oldest first. It stays at the newest unless it was scrolled away from; then it counts them. */
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconEyeOff, IconUserOff } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../api/chat.ts'
import { useChatModeration } from './use-chat-moderation.ts'
import { useSignedIn } from '../stores/session.ts'
import { UserText } from '../ui/UserText.tsx'
import css from './Chat.module.css'

interface Props {
  readonly messages: readonly ChatMessage[]
  readonly large?: boolean
  /** True where messages are hidden and people muted here. */
  readonly moderates?: boolean
}

/** Pixels from the end that still count as being there. */
const NEAR_END = 40

export function MessageList({ messages, large = false, moderates = false }: Props) {
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
  // The one that was seen last may be hidden meanwhile: then nothing is counted.
  const seenAt = messages.findLastIndex((m) => m.message_id === seen)
  const fresh = atEnd || seenAt === -1 ? 0 : messages.length - 1 - seenAt

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
                {moderates && <Tools message={message} isMine={message.user_id === me} />}
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

/** Keeps a message, or all of somebody, from this screen. Nobody mutes themselves. */
function Tools({ message, isMine }: { message: ChatMessage; isMine: boolean }) {
  const { t } = useTranslation()
  const { hide, mute } = useChatModeration()
  const { message_id: id, user_id: userId, user_name: name, body } = message
  return (
    <span className={css.tools}>
      <ActionIcon aria-label={t('chat.hide', { body })} title={t('chat.hideHelp')} onClick={() => hide(id)}>
        <IconEyeOff size={16} stroke={1.6} />
      </ActionIcon>
      {!isMine && (
        <ActionIcon
          aria-label={t('chat.mute', { name })}
          title={t('chat.muteHelp')}
          onClick={() => mute({ userId, name })}
        >
          <IconUserOff size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </span>
  )
}
