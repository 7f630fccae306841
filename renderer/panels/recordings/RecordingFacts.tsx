import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RecordingDetail } from '../../../service/contract/console/recordings.ts'
import { readFolderUri } from '../../archive/bucket-uri.ts'
import { useChannel } from '../../api/events/hooks.ts'
import { byteSize, duration, grouped, plain, shortId } from '../../i18n/format.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { channelText, sizeText, storeAddress } from '../../archive/draw-recording.ts'
import css from '../../ui/Inspector.module.css'

/** Of which broadcast it is, how long and large, and where it is kept. */
export function RecordingFacts({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation()
  const { channelId, connectionId, schedule, endedAt, files, bytes, sentBytes, bucketUri } = recording
  const exists = Boolean(useChannel(channelId))
  const name = channelText(t, recording)
  return (
    <>
      <Facts>
        <Fact label={t('recordings.fact.channel')}>
          {exists ? (
            <Link className={css.link} to="/channels/$channelId" params={{ channelId }}>
              <UserText>{name}</UserText>
            </Link>
          ) : (
            <>
              <UserText>{name}</UserText>
              <span className="third">{t('recordings.fact.channelGone')}</span>
            </>
          )}
        </Fact>
        {schedule && (
          <Fact label={t('recordings.fact.schedule')}>
            <UserText>{schedule.name === '' ? schedule.id : schedule.name}</UserText>
          </Fact>
        )}
        <Fact label={t('recordings.fact.broadcast')}>
          <Link className={css.link} to="/archives" search={{ connection: connectionId }}>
            <span className="mono" title={connectionId}>
              {shortId(connectionId)}
            </span>
            <span className="hidden-text">: {t('recordings.fact.allRenditions')}</span>
          </Link>
          <CopyButton value={connectionId} thing={t('webhooks.connectionId')} />
        </Fact>
        <Fact label={t('recordings.fact.rendition')}>{sizeText(t, recording.size)}</Fact>
        <Fact label={t('recordings.fact.started')}>
          <Moment at={recording.startedAt} />
        </Fact>
        {endedAt !== null && (
          <Fact label={t('recordings.fact.ended')}>
            <Moment at={endedAt} />
          </Fact>
        )}
        <Fact label={t('recordings.fact.duration')}>{duration(recording.durationMs)}</Fact>
        <Fact label={t('recordings.fact.bytes')}>{plain(byteSize(bytes))}</Fact>
        <Fact label={t('recordings.fact.files')}>
          {t('recordings.fact.filesOf', { done: grouped(files.uploaded), all: grouped(files.count) })}
        </Fact>
        {sentBytes > 0 && <Fact label={t('recordings.fact.sent')}>{plain(byteSize(sentBytes))}</Fact>}
        <Fact label={t('recordings.fact.local')}>
          {t(recording.local ? 'recordings.fact.localYes' : 'recordings.fact.localNo')}
        </Fact>
        <Fact label={t('recordings.fact.destination')}>
          <Link className={`mono ${css.link ?? ''}`} to="/archives/destinations">
            {recording.bucketUri}
          </Link>
        </Fact>
      </Facts>
      {bucketUri.startsWith('file:') ? (
        <CopyField label={t('recordings.fact.folder')} value={readFolderUri(storeAddress(recording))} />
      ) : (
        <CopyField label={t('recordings.fact.path')} value={storeAddress(recording)} />
      )}
    </>
  )
}
