/** Where nothing can go live: why, and what to do. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { createChannel } from '../../api/live.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ladder } from '../../channel/ladder.ts'

/** Makes a channel that this room can publish to, and shows it. */
export function useMakeChannel() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { channel_id } = await createChannel({ kind: 'webrtc-hls', body: { hls: ladder('720p') } })
      await navigate({ to: '/studio', search: { channel: channel_id }, replace: true })
    },
  })
}

export function NoChannel() {
  const { t } = useTranslation()
  const isConnected = useConnected()
  const make = useMakeChannel()
  return (
    <EmptyList title={t('studio.noChannel')} lead={t('studio.noChannelHelp')}>
      {make.error && (
        <Notice tone="fail">{t('studio.makeFailed', { reason: errorText(t, make.error) })}</Notice>
      )}
      <Button
        variant="filled"
        disabled={!isConnected}
        loading={make.isPending || make.isSuccess}
        onClick={() => make.mutate()}
      >
        {t('studio.newChannel')}
      </Button>
    </EmptyList>
  )
}
