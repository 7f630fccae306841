import { useMutation } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { renameChannel, startTestPicture } from '../api/channels.ts'
import { errorText } from '../api/error-text.ts'
import { createChannel } from '../api/live.ts'
import { ladder } from './ladder.ts'

/** The size that the test picture is sent in, and a small one to switch to. */
const TEST_LADDER = ladder('720p').filter(({ video }) => video?.height === 720 || video?.height === 360)

/** From nothing to a picture in one step: makes a channel, puts the test picture on air, opens it. */
export function useTestPictureChannel() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { channel_id } = await createChannel({ kind: 'rtmp', body: { hls: TEST_LADDER } })
      await renameChannel(channel_id, t('channels.testPicture'))
      await navigate({ to: '/channels/$channelId', params: { channelId: channel_id } })
      await startTestPicture(channel_id)
    },
    onError: (error) =>
      notifications.show({ message: t('detail.testPictureFailed', { reason: errorText(t, error) }) }),
  })
}
