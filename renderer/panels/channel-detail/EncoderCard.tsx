import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChannelView, ConnectionView } from '../../../service/contract/console/channel-view.ts'
import { bitRate, timeOfDay, zoneName } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { encoderName } from '../../channel/encoder-name.ts'
import { Figure } from '../../ui/Figure.tsx'

type Stats = NonNullable<ConnectionView['stats']>

/** Who sends, from where, and what. */
export function EncoderCard({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  const connection = channel.connections[0]
  if (connection === undefined) {
    return (
      <Card title={t('encoder.title')}>
        <p className="third">{t('encoder.none')}</p>
      </Card>
    )
  }
  const { stats } = connection
  return (
    <Card title={t('encoder.title')}>
      <Facts>
        <Fact label={t('encoder.software')}>{encoderName(t, connection.encoder ?? '') || '–'}</Fact>
        <Fact label={t('encoder.from')}>
          <span className="mono">{connection.remoteAddress}</span>
        </Fact>
        <Fact label={t('encoder.video')}>{stats ? videoText(t, stats) : t('encoder.measuring')}</Fact>
        <Fact label={t('encoder.audio')}>{stats ? audioText(t, stats) : t('encoder.measuring')}</Fact>
        {stats?.video && (
          <Fact label={t('encoder.frameRate')}>
            <Figure value={{ value: stats.video.frameRate.toFixed(1), unit: 'fps' }} />
          </Fact>
        )}
        {stats && (
          <Fact label={t('encoder.rate')}>
            <Figure value={bitRate((stats.video?.bitRateBps ?? 0) + (stats.audio?.bitRateBps ?? 0))} />
          </Fact>
        )}
        {stats?.video && stats.video.keyFrameIntervalSeconds >= 0.05 && (
          <Fact label={t('encoder.keyframes')}>
            {t('encoder.every', { seconds: stats.video.keyFrameIntervalSeconds.toFixed(1) })}
          </Fact>
        )}
        <Fact label={t('encoder.connected')}>
          {timeOfDay(connection.connectedAt, zone)} {zoneName(connection.connectedAt, zone)}
        </Fact>
      </Facts>
    </Card>
  )
}

/** `H.264 High, 1280×720`. */
export function videoText(t: TFunction, { video }: Stats): string {
  if (video === null) return t('encoder.noVideo')
  return [`H.264 ${video.profile}`, `${video.width}×${video.height}`].join(t('common.listSeparator'))
}

function audioText(t: TFunction, { audio }: Stats): string {
  if (audio === null) return t('encoder.noAudio')
  const channels =
    audio.channels === 1
      ? t('encoder.mono')
      : audio.channels === 2
        ? t('encoder.stereo')
        : t('encoder.channels', { count: audio.channels })
  return ['AAC', `${audio.sampleRate / 1000} kHz`, channels].join(t('common.listSeparator'))
}
