import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AwaitedSchedule } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { errorText } from '../../api/error-text.ts'
import { readClock, useNow } from '../../api/events/clock.ts'
import { changeSchedule, deliveryChannel } from '../../api/schedules.ts'
import { timeOfDay } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { qualityFor } from '../../studio/quality.ts'
import { refusalText } from '../../studio/refusal.ts'
import { sendTestPicture } from '../../studio/send-test-picture.ts'
import { isBusy } from '../../studio/states.ts'
import { useStudio } from '../../studio/use-studio.ts'
import type { Period } from '../../schedule/conflict.ts'
import { clockText } from '../../schedule/texts.ts'
import { optionTime } from '../../zone-time.ts'
import { hindrances, nextSlot } from './late-start.ts'
import { useRights } from '../../stores/use-rights.ts'

interface Options {
  readonly schedule: AwaitedSchedule
  /** Null where it was deleted. */
  readonly channel: ChannelView | null
  /** The one that comes after it. */
  readonly next: Period | null
}

/** What can be done about a schedule that nobody started, and what stands in the way of it. */
export function useLateRemedies({ schedule, channel, next }: Options) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const now = useNow()
  const { timeZone: zone } = useSignedIn().system
  const { state } = useStudio()
  const rights = useRights()
  const say = (message: string) => notifications.show({ message })
  // Where its channel was deleted, delivery makes a new one.
  const channelId = async () => schedule.channelId ?? (await deliveryChannel(schedule.scheduleId))

  const goLive = useMutation({
    mutationFn: async () => navigate({ to: '/studio', search: { channel: await channelId() } }),
    onError: (error) => say(t('controlRoom.late.noChannel', { reason: errorText(t, error) })),
  })
  const notStarted = (reason: string) => say(t('detail.testPictureFailed', { reason }))
  const testPicture = useMutation({
    mutationFn: async () =>
      sendTestPicture({
        channelId: await channelId(),
        quality: qualityFor(channel?.renditions ?? []),
        words: () => ({ name: schedule.name, clock: timeOfDay(readClock(), zone) }),
      }),
    onSuccess: (reason) => reason !== null && notStarted(refusalText(t, reason)),
    onError: (error) => notStarted(errorText(t, error)),
  })
  const move = useMutation({
    mutationFn: ({ startsAt, endsAt }: Period) =>
      changeSchedule({
        schedule_id: schedule.scheduleId,
        name: schedule.name,
        start_datetime: optionTime(startsAt, zone),
        end_datetime: optionTime(endsAt, zone),
      }),
    onSuccess: (_, { startsAt }) =>
      say(t('controlRoom.late.moved', { name: schedule.name, time: clockText(startsAt, zone) })),
    onError: (error) => say(t('controlRoom.late.notMoved', { reason: errorText(t, error) })),
  })

  const isSending = isBusy(state)
  const isHere = 'broadcast' in state && state.broadcast?.channelId === schedule.channelId
  const slot = nextSlot(schedule, next ? [next] : [], now, zone)
  return {
    ...{ goLive, testPicture, move, slot },
    /** It goes out from this window, or is about to. */
    isTestPictureOn: testPicture.isPending || (isSending && isHere),
    hindered: hindrances({
      ...rights,
      isStudioBusy: isSending && !isHere && !testPicture.isPending,
      hasSlot: slot !== null,
    }),
  }
}
