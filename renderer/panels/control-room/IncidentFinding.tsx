/** What took pictures or sound away from viewers, and what led to it. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown } from '@tabler/icons-react'
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
import { told } from '../../ui/told.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { Acknowledge, type AcknowledgeProps } from '../../trouble/Acknowledge.tsx'
import { causes, lengthText, titleText, viewersText } from '../../trouble/incident-text.ts'
import { ROW } from '../../trouble/use-acknowledge.ts'
import { useRights } from '../../stores/use-rights.ts'
import css from './Incident.module.css'

interface Props {
  readonly incident: IncidentView
  readonly channels: readonly ChannelView[]
  /** One is told in full, and has the one filled button of the room; the others are a line. */
  readonly isFull: boolean
  /** True where there are several: each can be chosen to be told in full. */
  readonly folds: boolean
  readonly choose: (id: string) => void
  readonly note: Omit<AcknowledgeProps, 'incident'>
}

export function IncidentFinding({ incident, channels, isFull, folds, choose, note }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useSignedIn().system
  const { channelId, overAt } = incident
  const channel = channels.find((one) => one.channelId === channelId) ?? null
  const isOpen = overAt === null
  const name = useChannelName()({ name: incident.name, channelId: channelId ?? '' })
  const time = (at: number) => timeOfDay(at, timeZone)
  const viewers = viewersText(t, incident, isOpen ? (channel?.viewers ?? null) : null)
  const title = titleText({ t, name, time }, incident)
  const chooseThis = () => choose(incident.id)
  return (
    <li
      className={css.finding}
      data-open={isOpen || undefined}
      data-folded={!isFull || undefined}
      {...{ [ROW]: incident.id }}
      // What has the focus stays as it is when another one begins.
      onFocus={isFull ? chooseThis : undefined}
      {...told('finding', isOpen ? incident.kind : `${incident.kind} over`, channelId ?? '')}
    >
      <Glyph name={isOpen ? 'fail' : 'ok'} tone={isOpen ? 'fail' : 'idle'} />
      <div className={css.text}>
        <div className={css.head}>
          <h3 className={css.title}>
            {folds ? (
              <button
                type="button"
                className={css.fold}
                aria-expanded={isFull}
                aria-disabled={isFull || undefined}
                onClick={chooseThis}
              >
                {title}
              </button>
            ) : (
              title
            )}
          </h3>
          <span className="num second">{lengthText(t, incident, now)}</span>
          {!isFull && <IconChevronDown className={css.chevron} size={16} stroke={1.6} />}
        </div>
        {isFull && viewers !== null && <p className="second">{viewers}</p>}
        {isFull && <Causes incident={incident} isClient={(channel?.webrtc ?? null) !== null} />}
        {isFull && (
          <div className={css.actions}>
            {isOpen && channel?.kind === 'rtmp' && <TestPicture channel={channel} />}
            {channel && <Show channel={channel} />}
            <span className={css.note}>
              <Acknowledge incident={incident} {...note} />
            </span>
          </div>
        )}
      </div>
    </li>
  )
}

function Causes({ incident, isClient }: Pick<Props, 'incident'> & { isClient: boolean }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  return (
    <ol className={css.causes} data-open={incident.overAt === null || undefined}>
      {causes(t, incident, isClient).map(({ key, at, text }) => (
        <li key={key}>
          <span className="num third">{timeOfDay(at, timeZone)}</span>
          {text}
        </li>
      ))}
    </ol>
  )
}

/** Viewers of a channel see its newest connection: the test picture takes the place of who is silent. */
function TestPicture({ channel }: { channel: ChannelView }) {
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
      variant="filled"
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
