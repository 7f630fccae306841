/** Who is muted and which words are kept from this screen. */
import { Button, Popover, Textarea } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChatModeration } from './use-chat-moderation.ts'
import { POPOVER_FITS } from '../ui/popover-fits.ts'
import { UserText } from '../ui/UserText.tsx'
import { wordsOf } from './moderation.ts'
import css from './Chat.module.css'

export function ModerationMenu() {
  const { t } = useTranslation()
  const { muted, words } = useChatModeration()
  const count = muted.length + words.length
  return (
    <Popover middlewares={POPOVER_FITS} position="bottom-end" width={320} trapFocus withinPortal>
      <Popover.Target>
        <Button size="xs" leftSection={<IconEyeOff size={16} stroke={1.6} />}>
          {count === 0 ? t('chat.moderation.title') : t('chat.moderation.count', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.moderation}>
        <p className="meta">{t('chat.moderation.help')}</p>
        <MutedList />
        <Words />
      </Popover.Dropdown>
    </Popover>
  )
}

function MutedList() {
  const { t } = useTranslation()
  const { muted, unmute } = useChatModeration()
  return (
    <section>
      <h3>{t('chat.moderation.muted')}</h3>
      {muted.length === 0 && <p className="third">{t('chat.moderation.nobody')}</p>}
      <ul className={css.muted}>
        {muted.map(({ userId, name }) => (
          <li key={userId}>
            <UserText className="cut">{name}</UserText>
            <Button
              size="xs"
              aria-label={t('chat.moderation.unmuteLabel', { name })}
              onClick={() => unmute(userId)}
            >
              {t('chat.moderation.unmute')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Words() {
  const { t } = useTranslation()
  const { words, setWords } = useChatModeration()
  // As it is typed: an empty line is no word, and stays while the next one is written.
  const [text, setText] = useState(() => words.join('\n'))
  return (
    <Textarea
      label={t('chat.moderation.words')}
      description={t('chat.moderation.wordsHelp')}
      autosize
      minRows={3}
      maxRows={8}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        const { value } = event.currentTarget
        setText(value)
        setWords(wordsOf(value))
      }}
    />
  )
}
