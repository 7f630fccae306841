import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RecordingDetail } from '../../../service/contract/console/recordings.ts'
import { desktop } from '../../desktop/bridge.ts'
import { movieAddress } from '../../archive/draw-recording.ts'
import { askDelete, askPlay, notPlayable, retry } from './actions.tsx'
import css from '../../ui/Inspector.module.css'
import danger from '../../ui/danger.module.css'

/** Play, try again, delete; what is not possible now says why. */
export function ActionBar({ recording, close }: { recording: RecordingDetail; close: () => void }) {
  const { t } = useTranslation()
  const reason = notPlayable(recording)
  const live = recording.state === 'recording'
  const movie = movieAddress(recording)
  return (
    <footer className={css.foot}>
      {reason !== null && (
        <p className="meta">{live ? t('recordings.whileLive') : t(`recordings.notPlayable.${reason}`)}</p>
      )}
      {(!live || recording.nextTryAt !== null) && (
        <div className={css.actions}>
          {!live && (
            <Button className={danger.destroy} onClick={() => askDelete(t, recording, close)}>
              {t('recordings.delete.ask')}
            </Button>
          )}
          <div className={css.buttons}>
            {recording.nextTryAt !== null && (
              <Button onClick={() => retry(t, recording)}>{t('recordings.retry')}</Button>
            )}
            {movie !== null && desktop !== undefined && (
              <Button onClick={() => void desktop?.showFile(movie)}>{t('recordings.showFile')}</Button>
            )}
            {reason === null && (
              <Button variant="filled" onClick={() => askPlay(t, recording)}>
                {t('recordings.play')}
              </Button>
            )}
          </div>
        </div>
      )}
    </footer>
  )
}
