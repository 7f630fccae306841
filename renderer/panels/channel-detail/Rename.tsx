import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renameChannelRequest } from '../../../service/contract/console/channels.ts'
import { type ChannelView } from '../../../service/contract/console/channel-view.ts'
import { renameChannel } from '../../api/channels.ts'
import { errorText } from '../../api/error-text.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { isEnter } from '../../ui/enter.ts'
import css from './ChannelDetail.module.css'

/** The name as a field in its own place: Enter keeps it, Esc leaves it as it was. */
export function Rename({ channel, done }: { channel: ChannelView; done: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(channel.name)
  const rename = useMutation({
    mutationFn: (value: string) => renameChannel(channel.channelId, value),
    onSuccess: done,
  })
  const rule = renameChannelRequest.safeParse({ name: name.trim() }).error?.issues[0]?.message
  const error = rule
    ? carriedText(t, rule)
    : rename.isError
      ? t('detail.renameFailed', { reason: errorText(t, rename.error) })
      : undefined
  const save = () => {
    if (rule === undefined) rename.mutate(name.trim())
  }
  return (
    <div className={css.rename}>
      <TextInput
        aria-label={t('detail.renameLabel')}
        value={name}
        error={error}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isEnter(event)) save()
          else if (event.key === 'Escape' && !event.nativeEvent.isComposing) done()
        }}
      />
      <Button loading={rename.isPending} onClick={save}>
        {t('common.save')}
      </Button>
      <Button variant="subtle" onClick={done}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
