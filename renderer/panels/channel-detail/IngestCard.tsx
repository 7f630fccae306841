import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RtmpChannel } from '../../channel/channel-kind.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { announce } from '../../ui/Announcer.tsx'
import { Card } from '../../ui/Card.tsx'
import { useCopy } from '../../ui/copy.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { CopyField, MaskedField } from '../../ui/ValueField.tsx'
import { saveFile } from '../../save-file.ts'
import { ffmpegLine, gstreamerLine, obsService, urlWithApp } from './encoder-settings.ts'
import { AccessLink } from './access/AccessLink.tsx'
import { SetUpObs } from './obs/SetUpObs.tsx'
import css from './ChannelDetail.module.css'

/** Where to send: server and key apart, the whole address, and one for encoders that insist on an application. */
export function IngestCard({ channel }: { channel: RtmpChannel }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const receiving = connected && channel.connections.length > 0
  return (
    <Card
      title={t('ingest.title')}
      aside={receiving ? <StateWord glyph="ok" tone="ok" text={t('encoder.receiving')} /> : undefined}
    >
      <CopyField label={t('ingest.server')} value={channel.rtmp.ingestServer} />
      <MaskedField label={t('ingest.key')} value={channel.rtmp.ingestKey} />
      <MaskedField label={t('ingest.url')} value={channel.rtmp.ingestUrl} />
      <MaskedField label={t('ingest.urlWithApp')} value={urlWithApp(channel.rtmp)} />
      <p className="meta">{t('ingest.forms')}</p>
      <AccessLink channelId={channel.channelId} />
      <SetUpObs channel={channel} />
      <ReadyMade channel={channel} />
    </Card>
  )
}

/** What needs nothing filled in: commands that send moving bars and a tone, and a file for OBS. */
function ReadyMade({ channel: { renditions, rtmp } }: { channel: RtmpChannel }) {
  const { t } = useTranslation()
  const lines = {
    ffmpeg: ffmpegLine(renditions, rtmp.ingestUrl),
    gstreamer: gstreamerLine(renditions, urlWithApp(rtmp)),
  }
  return (
    <div>
      <div className={css.ready}>
        {(['ffmpeg', 'gstreamer'] as const).map((name) => (
          <CopyLine key={name} label={t(`ingest.line.${name}`)} line={lines[name]} />
        ))}
        <Button onClick={() => saveFile('service.json', obsService(rtmp), 'application/json')}>
          {t('ingest.obsFile')}
        </Button>
      </div>
      <p className="meta">{t('ingest.readyHelp')}</p>
    </div>
  )
}

function CopyLine({ label, line }: { label: string; line: string }) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  const copyLine = async () => {
    if (await copy(line)) announce(t('common.copied'))
  }
  return <Button onClick={() => void copyLine()}>{copied ? t('common.copied') : label}</Button>
}
