import { ActionIcon, Menu, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { duration, moment, zoneName } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { isBusy } from '../../studio/states.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { useMakeChannel } from './Nothing.tsx'
import type { Target } from './pick.ts'

interface Props {
  /** Null where what was chosen is gone. */
  readonly target: Target | null
  readonly known: readonly Target[]
}

/** Schedules, then channels. It stands still while something goes out. */
export function TargetPicker({ target, known }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const nameOf = useChannelName()
  const { state } = useStudio()
  const zone = useSignedIn().system.timeZone
  const language = usePreferences((preferences) => preferences.language)
  const now = useNow()
  const make = useMakeChannel()
  const label = ({ channel, schedule }: Target) =>
    schedule === null
      ? nameOf(channel)
      : `${schedule.name}, ${moment(schedule.startsAt, now, zone, language).replace(/:\d\d$/, '')} ${zoneName(schedule.startsAt, zone)}`
  const items = (isScheduled: boolean) =>
    known
      .filter(({ schedule }) => (schedule !== null) === isScheduled)
      .map((one) => ({ value: one.channel.channelId, label: label(one) }))
  const groups = [
    { group: t('studio.scheduled'), items: items(true) },
    { group: t('studio.channels'), items: items(false) },
  ]
  return (
    <>
      <Select
        aria-label={t('studio.target')}
        placeholder={t('studio.target')}
        searchable
        withScrollArea={false}
        styles={{ options: { maxHeight: 360, overflowY: 'auto' } }}
        w={288}
        disabled={isBusy(state)}
        data={groups.filter((group) => group.items.length > 0)}
        value={target?.channel.channelId ?? null}
        onChange={(channel) => {
          if (channel !== null) void navigate({ to: '/studio', search: { channel }, replace: true })
        }}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('common.more')}>
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlus size={16} stroke={1.6} />}
            disabled={isBusy(state) || make.isPending}
            onClick={() =>
              make.mutate(undefined, {
                onError: (error) =>
                  notifications.show({
                    message: t('studio.makeFailed', { reason: errorText(t, error) }),
                  }),
              })
            }
          >
            {t('studio.newChannel')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** How far away the start or the end is. */
export function StartsIn({ schedule }: { readonly schedule: ScheduleView | null }) {
  const { t } = useTranslation()
  const now = useNow()
  if (schedule === null) return null
  const left = schedule.startsAt - now
  return (
    <span className="second num">
      {left > 0
        ? t('studio.startsIn', { time: duration(left) })
        : t('studio.endsIn', { time: duration(schedule.endsAt - now) })}
    </span>
  )
}
