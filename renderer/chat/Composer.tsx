/** Where a message is written. Enter sends it, but never the Enter of a conversion; what failed stays. */
import { ActionIcon, TextInput } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codePoints } from '../../service/contract/text.ts'
import { sendChat } from '../api/chat.ts'
import { errorText } from '../api/error-text.ts'
import { isEnter } from '../ui/enter.ts'
import { isSendable, LONGEST } from './text.ts'
import css from './Chat.module.css'

/** What browsers call a key that the input method takes. */
const TAKEN_BY_INPUT_METHOD = 'Process'

/** @param sent called once the service has it */
export function Composer({ scheduleId, sent }: { scheduleId: string; sent: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const composing = useRef(false)
  const sending = useMutation({
    mutationFn: (body: string) => sendChat(scheduleId, body),
    onSuccess: (_answer, body) => {
      setText((now) => (now === body ? '' : now))
      input.current?.focus()
      sent()
    },
  })
  const count = codePoints(text)
  const tooLong = count > LONGEST
  const send = () => {
    if (isSendable(text) && !sending.isPending) sending.mutate(text)
  }
  const fault = tooLong
    ? t('chat.tooLong', { count, max: LONGEST })
    : sending.error === null
      ? null
      : t('chat.notSent', { reason: errorText(t, sending.error) })
  return (
    <div className={css.composer} data-composer>
      <TextInput
        ref={input}
        value={text}
        aria-label={t('chat.message')}
        placeholder={t('chat.placeholder')}
        error={fault}
        onChange={(event) => {
          setText(event.currentTarget.value)
          sending.reset()
        }}
        onCompositionStart={() => (composing.current = true)}
        onCompositionEnd={() => {
          // In some browsers the Enter that ends a conversion comes after this event, in the same task.
          setTimeout(() => (composing.current = false))
        }}
        onKeyDown={(event) => {
          if (!isEnter(event) || event.repeat) return
          if (composing.current || event.nativeEvent.key === TAKEN_BY_INPUT_METHOD) return
          event.preventDefault()
          send()
        }}
        rightSectionWidth={84}
        rightSection={
          <span className={css.send}>
            <span className="num third" data-over={tooLong || undefined}>
              {count}/{LONGEST}
            </span>
            <ActionIcon
              variant="filled"
              aria-label={t('chat.send')}
              disabled={!isSendable(text)}
              loading={sending.isPending}
              onClick={send}
            >
              <IconSend2 size={16} stroke={1.6} />
            </ActionIcon>
          </span>
        }
      />
    </div>
  )
}
