import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../../service/contract/console/webhooks.ts'
import { hostAndPath } from '../../webhook/texts.ts'
import { usePause } from './use-endpoint.ts'

interface Props {
  readonly endpoint: WebhookEndpoint
  /** True where how many wait stands beside it. */
  readonly short?: boolean
}

/** Keeps the events of an endpoint, or sends what was kept. It can be taken back at once, so nobody is asked. */
export function PauseButton({ endpoint: { url, pausedAt, pending }, short = false }: Props) {
  const { t } = useTranslation()
  const pause = usePause()
  const isPaused = pausedAt !== null
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  const resume =
    short || pending === 0
      ? t('webhooks.endpoint.resume')
      : t('webhooks.endpoint.resumeAnd', { count: pending })
  return (
    // Not disabled while it is sent, which would take the focus away.
    <Button
      size="xs"
      leftSection={<Icon size={14} stroke={1.6} />}
      aria-busy={pause.isPending}
      aria-label={t(`webhooks.endpoint.${isPaused ? 'resumeLabel' : 'pauseLabel'}`, {
        address: hostAndPath(url),
      })}
      onClick={() => pause.isPending || pause.mutate({ url, paused: !isPaused })}
    >
      {isPaused ? resume : t('webhooks.endpoint.pause')}
    </Button>
  )
}
