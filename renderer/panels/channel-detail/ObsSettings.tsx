import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { grouped } from '../../i18n/format.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { encoderSettings } from './encoder-settings.ts'

/** Settings for OBS that fit the renditions of the channel. */
export function ObsSettings({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const { video, audioBitRateKbps } = encoderSettings(channel.renditions)
  return (
    <Card title={t('ingest.settings')}>
      <Facts>
        {video && (
          <>
            <Fact label={t('ingest.resolution')}>
              {video.width} × {video.height}
            </Fact>
            <Fact label={t('ingest.frameRate')}>{video.frameRate} fps</Fact>
            <Fact label={t('ingest.rateControl')}>CBR</Fact>
            <Fact label={t('ingest.bitrate')}>{grouped(video.bitRateKbps)} kbps</Fact>
            <Fact label={t('ingest.keyframe')}>{video.keyFrameSeconds} s</Fact>
            <Fact label={t('ingest.profile')}>{video.profile}</Fact>
          </>
        )}
        {audioBitRateKbps !== null && <Fact label={t('ingest.audio')}>{audioBitRateKbps} kbps</Fact>}
      </Facts>
      <p className="meta">{video ? t('ingest.settingsHelp') : t('ingest.audioOnly')}</p>
    </Card>
  )
}
