/** What will happen, before the button is pressed. */
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { moment, shortId, timeOfDay, zoneNames } from '../../i18n/format.ts'
import { engineNow } from '../../ui/Moment.tsx'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { RecordedTo } from '../../channel/RecordedTo.tsx'
import { renditionNames } from '../../channel/ladder.ts'
import type { Target } from './pick.ts'

/** What viewers get of a channel, in a few words. */
export function useViewersGet({ webrtc, renditions }: ChannelView): string {
  const { t } = useTranslation()
  if (webrtc?.hls === null) return t('studio.noHls')
  return `HLS ${renditionNames(renditions, t('channels.audioOnly'))}`
}

export function BroadcastCard({ target: { channel, schedule } }: { readonly target: Target }) {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const viewersGet = useViewersGet(channel)
  const zone = useSignedIn().system.timeZone
  const language = usePreferences((preferences) => preferences.language)
  const isRecorded = channel.renditions.some(({ archive }) => archive !== undefined)
  const minutes = (text: string) => text.replace(/:\d\d$/, '')
  return (
    <Card title={t('studio.broadcast')}>
      <Facts>
        <Fact label={t('studio.planned')}>
          {schedule === null
            ? t('studio.notPlanned')
            : `${minutes(moment(schedule.startsAt, engineNow(), zone, language))}–${minutes(timeOfDay(schedule.endsAt, zone))} ${zoneNames(schedule, zone)}`}
        </Fact>
        <Fact label={t('studio.channel')}>
          <span className="cut">{nameOf(channel)}</span>
          {channel.name !== '' && (
            <span className="mono third" title={channel.channelId}>
              {shortId(channel.channelId)}
            </span>
          )}
        </Fact>
        <Fact label={t('studio.viewersGet')}>{viewersGet}</Fact>
        {isRecorded ? (
          <RecordedTo renditions={channel.renditions} />
        ) : (
          <Fact label={t('studio.recording')}>{t('studio.notRecorded')}</Fact>
        )}
        <Fact label={t('studio.ifLost')}>{t('studio.slate')}</Fact>
      </Facts>
    </Card>
  )
}
