import { useTranslation } from 'react-i18next'
import { Delayed } from '../../ui/Delayed.tsx'
import css from './Channels.module.css'

const WIDTHS = [120, 180, 60, 80, 90, 140]

/** Still rows where the channels will be. */
export function LoadingChannels() {
  const { t } = useTranslation()
  return (
    <Delayed>
      <div className={css.skeleton} role="status" aria-label={t('channels.loading')}>
        {Array.from({ length: 8 }, (_, row) => (
          <div key={row} className={css.skeletonRow} aria-hidden="true">
            {WIDTHS.map((width) => (
              <span key={width} style={{ width }} />
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  )
}
