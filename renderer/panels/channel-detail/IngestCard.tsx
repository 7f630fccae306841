import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { RtmpChannel } from '../channels/channel-kind.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { announce } from '../../ui/Announcer.tsx'
import { Card } from '../../ui/Card.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { CopyField, MaskedField } from '../../ui/ValueField.tsx'
import { ffmpegLine, urlWithApp } from './encoder-settings.ts'

/** Where to send: server and key apart, the whole address, and one for encoders that insist on an application. */
export function IngestCard({ channel }: { channel: RtmpChannel }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const receiving = connected && channel.connections.length > 0
  const copyLine = () => {
    copy(ffmpegLine(channel.renditions, channel.rtmp.ingestUrl))
    announce(t('ingest.ffmpegCopied'))
  }
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
      <Button onClick={copyLine}>{copied ? t('common.copied') : t('ingest.copyFfmpeg')}</Button>
    </Card>
  )
}
