import { useTranslation } from 'react-i18next'
import { Delayed } from '../../ui/Delayed.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import css from './ControlRoom.module.css'

/** Still boxes where strip, tiles and side column will be. */
export function LoadingRoom() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead>
        <h1>{t('room.controlRoom')}</h1>
      </PageHead>
      <Delayed>
        <div className={css.room} role="status" aria-label={t('controlRoom.loading')}>
          <div className={css.main}>
            <div className={`${css.skeleton ?? ''} ${css.skeletonStrip ?? ''}`} />
            <div className={css.skeletonTiles}>
              <div className={css.skeleton} />
              <div className={css.skeleton} />
            </div>
          </div>
          <div className={css.skeleton} />
        </div>
      </Delayed>
    </>
  )
}
