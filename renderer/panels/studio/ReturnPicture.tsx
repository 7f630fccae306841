/** What viewers see, and how much later: the HLS of the channel, silent. */
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { playerMessage } from '../../preview/player-message.ts'
import { ChannelMeter } from '../../sound/ChannelMeter.tsx'
import { usePreviewPlayer } from '../../preview/use-preview-player.ts'
import css from './OwnPicture.module.css'

export function ReturnPicture({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const preview = usePreviewPlayer(channel)
  const { state, bind } = preview
  const message = playerMessage(t, channel, preview)
  const latency = state?.sample?.latency ?? Number.NaN
  return (
    <section className={css.stage} aria-label={t('studio.returned')}>
      <video ref={bind} className={css.video} muted playsInline tabIndex={-1} />
      <ChannelMeter channel={channel} />
      {message !== null && <p className={css.message}>{message.title}</p>}
      <div className={css.plates}>
        <span className={css.plate}>
          <strong>{t('studio.return')}</strong>
          {!Number.isNaN(latency) && (
            <span className={`num ${css.note ?? ''}`}>
              {t('studio.behind', { seconds: latency.toFixed(1) })}
            </span>
          )}
        </span>
      </div>
    </section>
  )
}
