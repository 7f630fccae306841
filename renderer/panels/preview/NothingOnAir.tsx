import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { startTestPicture } from '../../api/channels.ts'
import { errorText } from '../../api/error-text.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { OPERATES } from '../../rooms.ts'
import { useMay } from '../../stores/session.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { isRtmp } from '../../channel/channel-kind.ts'
import { useTestPictureChannel } from '../../channel/use-test-picture-channel.ts'

/** Instead of a picture: says why there is none, and puts the test picture on a channel, or makes one for it. */
export function NothingOnAir({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const operates = useMay(OPERATES)
  const make = useTestPictureChannel()
  const free = channels.filter(isRtmp).sort((a, b) => b.stateSince - a.stateSince)[0]
  const start = useMutation({
    mutationFn: (channelId: string) => startTestPicture(channelId),
    onError: (error) =>
      notifications.show({ message: t('detail.testPictureFailed', { reason: errorText(t, error) }) }),
  })
  return (
    <EmptyList {...useWhy(channels, operates)}>
      {operates && (
        <Group gap={8}>
          <Button
            variant="filled"
            disabled={!connected}
            loading={start.isPending || make.isPending}
            onClick={() => (free ? start.mutate(free.channelId) : make.mutate())}
          >
            {t('preview.startTestPicture')}
          </Button>
          <Button component={Link} to="/channels">
            {t('preview.toChannels')}
          </Button>
        </Group>
      )}
    </EmptyList>
  )
}

/** Why there is no picture, as far as is known. */
function useWhy(channels: readonly ChannelView[], operates: boolean) {
  const { t } = useTranslation()
  if (!useConnected()) return { title: t('onAir.unknown'), lead: t('onAir.unknownHelp') }
  // What is on air without HLS is watched, but cannot be shown.
  if (channels.some(({ onAirSince }) => onAirSince !== null))
    return { title: t('preview.nothingHere'), lead: t('preview.nothingHereHelp') }
  const lead = t(operates ? 'preview.nothingHelp' : 'controlRoom.nothingOnAirHelp')
  return { title: t('preview.nothing'), lead }
}
