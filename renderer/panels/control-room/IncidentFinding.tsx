/** What took pictures or sound away from viewers, and what led to it. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import { startTestPicture } from '../../api/channels.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { timeOfDay } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { useChannelName } from '../../ui/use-channel-name.ts'
import { Acknowledge } from './Acknowledge.tsx'
import { causes, lengthText, titleText, viewersText } from './incident-text.ts'
import { useRights } from './use-rights.ts'
import css from './Incident.module.css'

interface Props {
  readonly incident: IncidentView
  readonly channels: readonly ChannelView[]
  /** The first of all is told in full, and has the one filled button of the room; the others are a line. */
  readonly first: boolean
  /** True where the key takes note of this one. */
  readonly hasKey: boolean
}

export function IncidentFinding({ incident, channels, first, hasKey }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useSignedIn().system
  const { channelId, overAt } = incident
  const channel = channels.find((one) => one.channelId === channelId) ?? null
  const isOpen = overAt === null
  const name = useChannelName()({ name: incident.name, channelId: channelId ?? '' })
  const time = (at: number) => timeOfDay(at, timeZone)
  const viewers = viewersText(t, incident, isOpen ? (channel?.viewers ?? null) : null)
  return (
    <li className={css.finding} data-open={isOpen || undefined}>
      <Glyph name={isOpen ? 'fail' : 'ok'} tone={isOpen ? 'fail' : 'idle'} />
      <div className={css.text}>
        <div className={css.head}>
          <h3 className={css.title}>{titleText({ t, name, time }, incident)}</h3>
          <span className="num second">{lengthText(t, incident, now)}</span>
        </div>
        {first && viewers !== null && <p className="second">{viewers}</p>}
        {first && <Causes incident={incident} />}
        <div className={css.actions}>
          {isOpen && channel?.kind === 'rtmp' && <TestPicture channel={channel} filled={first} />}
          {channel && <Show channel={channel} />}
          <span className={css.note}>
            <Acknowledge incident={incident} hasKey={hasKey} />
          </span>
        </div>
      </div>
    </li>
  )
}

function Causes({ incident }: Pick<Props, 'incident'>) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  return (
    <ol className={css.causes} data-open={incident.overAt === null || undefined}>
      {causes(t, incident).map(({ key, at, text }) => (
        <li key={key}>
          <span className="num third">{timeOfDay(at, timeZone)}</span>
          {text}
        </li>
      ))}
    </ol>
  )
}

/** Viewers of a channel see its newest connection: the test picture takes the place of who is silent. */
function TestPicture({ channel, filled }: { channel: ChannelView; filled: boolean }) {
  const { t } = useTranslation()
  const { operates } = useRights()
  const { mutate, isPending } = useMutation({
    mutationFn: () => startTestPicture(channel.channelId),
    onError: (error) =>
      notifications.show({ message: t('detail.testPictureFailed', { reason: errorText(t, error) }) }),
  })
  return (
    <Button
      size="xs"
      variant={filled ? 'filled' : 'default'}
      disabled={!operates}
      loading={isPending || channel.testPicture}
      onClick={() => mutate()}
    >
      {t('controlRoom.sendTestPicture')}
    </Button>
  )
}

function Show({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  return (
    <Link
      className={css.show}
      to="/channels/$channelId"
      params={{ channelId: channel.channelId }}
      search={{ view: 'health' }}
    >
      {t('controlRoom.show')}
    </Link>
  )
}
