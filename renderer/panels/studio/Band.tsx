/** What the two cards about the broadcast say, in one line: for windows that have no room for cards. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { useViewersGet } from './BroadcastCard.tsx'
import { QualityChoice, videoText } from './QualityCard.tsx'
import css from './Band.module.css'

export function Band({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const { upstream } = useStudio()
  const viewersGet = useViewersGet(channel)
  const isRecorded = channel.renditions.some(({ archive }) => archive !== undefined)
  return (
    <dl className={css.band}>
      {upstream === null ? (
        <>
          <Item label={t('studio.viewersGet')}>{viewersGet}</Item>
          <Item label={t('studio.recording')}>
            {t(isRecorded ? 'studio.isRecorded' : 'studio.notRecorded')}
          </Item>
        </>
      ) : (
        <>
          <Item label={t('studio.video')}>{videoText(t, upstream)}</Item>
          <Item label={t('studio.lost')}>{`${(upstream.lostShare * 100).toFixed(1)} %`}</Item>
        </>
      )}
      <Item label={t('studio.quality')}>
        <QualityChoice />
      </Item>
    </dl>
  )
}

function Item({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.item}>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
