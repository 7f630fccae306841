import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { Card } from '../../ui/Card.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { drawRecording, sizeText, stateText } from '../../archive/draw-recording.ts'
import { useRecordingsOf } from '../../archive/use-recordings.ts'
import css from './RecordingsCard.module.css'

const SHOWN = 3

/** The newest recordings of a channel; nothing where it was never recorded. */
export function RecordingsCard({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const now = useNow()
  const { channelId, connections } = channel
  const { data } = useRecordingsOf(channelId, connections[0]?.connectionId, SHOWN)
  if (data === undefined || data.recordings.length === 0) return null
  const all = (
    <Link className={css.all} to="/archives" search={{ channel: channelId }}>
      {t('recordings.showAll')}
    </Link>
  )
  return (
    <Card title={t('recordings.title')} aside={all} flush>
      <ul>
        {data.recordings.map((recording) => (
          <li key={recording.id}>
            <Link className={css.row} to="/archives" search={{ channel: channelId, recording: recording.id }}>
              <Moment at={recording.startedAt} className="second" />
              <span className="num third">{sizeText(t, recording.size)}</span>
              <span className={css.state}>
                <StateWord {...drawRecording(recording)} text={stateText(t, recording, now)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
