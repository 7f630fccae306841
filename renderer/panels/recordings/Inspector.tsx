/** One recording: is it all there, what went wrong, where it is, and what can be done. */
import { useTranslation } from 'react-i18next'
import type { RecordingDetail } from '../../../service/contract/console/recordings.ts'
import { InspectorPane } from '../../ui/InspectorPane.tsx'
import type { InspectorProps } from '../../ui/InspectorPane.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { ActionBar } from './ActionBar.tsx'
import { askDelete, askPlay, retry } from './actions.tsx'
import { channelText } from '../../archive/draw-recording.ts'
import { Progress } from './Progress.tsx'
import { RecordingFacts } from './RecordingFacts.tsx'
import { Trouble } from './Trouble.tsx'
import css from '../../ui/Inspector.module.css'

export function Inspector(props: InspectorProps<RecordingDetail>) {
  const { t } = useTranslation()
  const { close } = props
  return (
    <InspectorPane
      {...props}
      words={{
        label: t('recordings.inspector'),
        id: t('recordings.id'),
        gone: t('recordings.gone'),
        loading: t('recordings.loadingOne'),
        failed: (reason) => t('recordings.oneFailed', { reason }),
      }}
      title={(recording) =>
        recording === undefined ? t('recordings.inspector') : <UserText>{channelText(t, recording)}</UserText>
      }
      onKey={({ key }, recording) => {
        if (key === 'Delete') askDelete(t, recording, close)
        else if (key.toLowerCase() === 'p') askPlay(t, recording)
        else if (key.toLowerCase() === 'r') retry(t, recording)
      }}
    >
      {(recording) => (
        <>
          <div className={css.body}>
            <Progress recording={recording} />
            <Trouble recording={recording} />
            <RecordingFacts recording={recording} />
          </div>
          <ActionBar recording={recording} close={close} />
        </>
      )}
    </InspectorPane>
  )
}
