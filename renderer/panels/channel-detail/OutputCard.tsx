import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { PART_TARGET_SECONDS } from '../../../service/contract/media.ts'
import { evenSize } from '../../../service/contract/rendition.ts'
import { PublishWord } from '../../archive/publish/PublishState.tsx'
import { grouped } from '../../i18n/format.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { told } from '../../ui/told.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { playlistOf } from '../../channel/channel-kind.ts'
import { renditionName, renditionRates } from '../../channel/ladder.ts'
import { RecordedTo } from '../../channel/RecordedTo.tsx'
import { webhookKinds } from './webhook-kinds.ts'
import css from './ChannelDetail.module.css'

type Stats = NonNullable<ChannelView['connections'][number]['stats']>

const PART = PART_TARGET_SECONDS.toFixed(2)

/** What viewers get: renditions as they are really encoded, the playlist, who watches. */
export function OutputCard({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const stats = channel.connections[0]?.stats
  const webhooks = webhookKinds(t, channel)
  const playlist = playlistOf(channel)
  const segment = Math.max(0, ...channel.renditions.map((r) => r.durationSeconds))
  return (
    <Card title={t('output.title')} aside="HLS">
      <Facts>
        {channel.renditions.map((rendition, index) => (
          <Fact key={index} label={renditionName(rendition, t('channels.audioOnly'))}>
            <span title={sizeText(rendition.video)}>{renditionRates(rendition)}</span>
          </Fact>
        ))}
        <RecordedTo renditions={channel.renditions} />
        {segment > 0 && (
          <Fact label={t('output.segment')}>
            {t('output.target', { seconds: segment })}
            {channel.connections[0]?.lowLatency === true && `, ${t('lowLatency.parts', { seconds: PART })}`}
          </Fact>
        )}
        {stats && <Fact label={t('output.segments')}>{grouped(stats.segments)}</Fact>}
        {stats && (
          <Fact label={t('output.transcoding')}>
            {stats.passthrough ? t('output.passthrough') : t('output.transcoded')}
            {stats.transcoderRestarts > 0 && `, ${t('output.restarts', { count: stats.transcoderRestarts })}`}
          </Fact>
        )}
        {stats && <Checked stats={stats} />}
        {channel.publish !== null && (
          <Fact label={t('access.publish.mode')}>
            <PublishWord status={channel.publish} />
          </Fact>
        )}
        {channel.onAirSince !== null && (
          <Fact label={t('output.viewers')}>
            <span {...told('viewers', channel.viewers, channel.channelId)}>{grouped(channel.viewers)}</span>
          </Fact>
        )}
        {channel.encrypted && <Fact label={t('output.encrypted')}>{t('output.encryptedYes')}</Fact>}
        {channel.rtmp && webhooks !== '' && <Fact label={t('output.webhooks')}>{webhooks}</Fact>}
        {playlist && <Playlist url={playlist.playlistUrl} />}
      </Facts>
    </Card>
  )
}

/** What of the media is decoded, and so looked into; nothing is said before that is known. */
function Checked({ stats: { sound, picture, passthrough } }: { stats: Stats }) {
  const { t } = useTranslation()
  const decoded = picture ? (sound ? 'both' : 'picture') : sound ? 'sound' : passthrough ? 'nothing' : null
  return decoded && <Fact label={t('sound.checked.label')}>{t(`sound.checked.${decoded}`)}</Fact>
}

function Playlist({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <Fact label={t('output.playlist')}>
      <span className={`mono ${css.playlist ?? ''}`} title={url} data-shortens>
        {new URL(url).pathname}
      </span>
      <CopyButton value={url} thing={t('output.playlistAddress')} />
    </Fact>
  )
}

function sizeText(video: ChannelView['renditions'][number]['video']): string | undefined {
  return video && `${evenSize(video.width)} × ${evenSize(video.height)}, ${video.fps} fps, ${video.codec}`
}
