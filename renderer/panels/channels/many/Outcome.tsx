import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { Failed } from './apply.ts'
import { ChannelNames } from './ChannelNames.tsx'

interface Props {
  /** How many it was done to: that stays. */
  readonly done: number
  readonly failed: readonly Failed[]
}

/** What failed, channel by channel, with the engine's reason. */
export function Outcome({ done, failed }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Notice tone="fail">{t('channels.many.failed', { done, count: failed.length })}</Notice>
      <ChannelNames
        title={t('channels.many.notDone', { count: failed.length })}
        channels={failed.map(({ channel }) => channel)}
        whyOf={(channel) => errorText(t, failed.find((one) => one.channel === channel)?.error)}
      />
    </>
  )
}
