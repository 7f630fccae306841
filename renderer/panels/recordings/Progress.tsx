import { useTranslation } from 'react-i18next'
import type { RecordingDetail } from '../../../service/contract/console/recordings.ts'
import { byteSize, plain } from '../../i18n/format.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { useNow } from '../../api/events/clock.ts'
import { drawRecording, percent, stateText, uploadedPart } from '../../archive/draw-recording.ts'
import css from './Recordings.module.css'

/** The state, and how much of it the store has. */
export function Progress({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation()
  const now = useNow()
  const { bytes, uploadedBytes, state } = recording
  const figures = t('recordings.ofBytes', {
    done: plain(byteSize(uploadedBytes)),
    all: plain(byteSize(bytes)),
  })
  return (
    <div className={css.progress}>
      <div>
        <StateWord {...drawRecording(recording)} text={stateText(t, recording, now)} />
        {state !== 'available' && <span className="num second">{figures}</span>}
      </div>
      {state !== 'available' && (
        <div
          className={css.bar}
          role="progressbar"
          aria-label={t('recordings.inStore')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent(recording)}
          aria-valuetext={figures}
        >
          <span style={{ width: `${uploadedPart(recording) * 100}%` }} />
        </div>
      )}
    </div>
  )
}
