/** The ingest key: its last four characters, all of it for 30 s, and a new one. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessView } from '../../../../service/contract/console/access.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { rotateKey, showKey } from '../../../api/access.ts'
import { errorText } from '../../../api/error-text.ts'
import { announce } from '../../../ui/Announcer.tsx'
import { copyText } from '../../../ui/copy.ts'
import { encoderName } from '../../../channel/encoder-name.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { BandRow } from './Band.tsx'
import css from './Access.module.css'

const SHOWN_MS = 30_000

interface Props {
  readonly channel: ChannelView
  readonly view: AccessView
}

export function KeyRow({ channel, view }: Props) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { key } = view
  return (
    <>
      <BandRow label={t('access.key')}>
        {key === null ? (
          <span className={css.stack}>{t('access.noKey')}</span>
        ) : (
          // A new key is covered again.
          <KeyField key={key.tail} channel={channel} tail={key.tail} canBeShown={key.canBeShown} />
        )}
        {key === null ? (
          <MakeKey channelId={channel.channelId} />
        ) : (
          <Button aria-expanded={asks} onClick={() => setAsks(!asks)}>
            {t('access.rotate')}
          </Button>
        )}
      </BandRow>
      {asks && key !== null && (
        <RotateAsk channelId={channel.channelId} onAir={view.onAirWithKey} close={() => setAsks(false)} />
      )}
    </>
  )
}

function KeyField(props: { channel: ChannelView; tail: string; canBeShown: boolean }) {
  const { t } = useTranslation()
  const { channel, tail, canBeShown } = props
  const { channelId, rtmp } = channel
  const [shown, setShown] = useState<string | null>(null)
  const failed = (error: Error) =>
    notifications.show({ message: t('access.notDone', { reason: errorText(t, error) }) })
  const show = useMutation({
    mutationFn: () => showKey(channelId),
    onSuccess: ({ ingestKey }) => setShown(ingestKey),
    onError: failed,
  })
  const copy = useMutation({
    mutationFn: async () => {
      const { ingestKey, streamKey } = await showKey(channelId)
      return copyText(t, streamKey ?? ingestKey)
    },
    onSuccess: (done) => done && announce(t('common.copied')),
    onError: failed,
  })
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const thing = t('access.key')
  const eye = t(shown === null ? 'ingest.reveal' : 'ingest.conceal', { thing })
  const copyLabel = t('common.copyThing', { thing: rtmp ? t('access.streamKey') : thing })
  const covered = `•••• •••• •••• •••• ${tail}`
  const help = !canBeShown
    ? t('access.cannotShow')
    : shown !== null
      ? t('access.shownFor')
      : rtmp
        ? t('access.streamKeyHelp', { key: `${channelId}?key=…${tail}` })
        : t('access.metadataHelp')
  return (
    <div className={css.stack}>
      <div className={css.field}>
        <output className={css.value} aria-label={thing} data-shortens>
          {shown ?? covered}
        </output>
        <Tooltip label={eye}>
          <ActionIcon
            aria-label={eye}
            disabled={!canBeShown}
            loading={show.isPending}
            onClick={() => (shown === null ? show.mutate() : setShown(null))}
          >
            {shown === null ? <IconEye size={16} stroke={1.6} /> : <IconEyeOff size={16} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label={copy.isSuccess ? t('common.copied') : copyLabel}>
          <ActionIcon
            aria-label={copyLabel}
            disabled={!canBeShown}
            loading={copy.isPending}
            onClick={() => copy.mutate()}
          >
            <IconCopy size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <span className={css.second}>{help}</span>
    </div>
  )
}

function MakeKey({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const make = useMutation({ mutationFn: () => rotateKey(channelId) })
  return (
    <Button loading={make.isPending} onClick={() => make.mutate()}>
      {t('access.makeKey')}
    </Button>
  )
}

/** Asks in place, and says what stays. */
function RotateAsk(props: { channelId: string; onAir: string | null; close: () => void }) {
  const { t } = useTranslation()
  const { channelId, onAir, close } = props
  const rotate = useMutation({
    mutationFn: () => rotateKey(channelId),
    onSuccess: () => {
      announce(t('access.rotated'))
      close()
    },
  })
  const encoder = onAir === null ? '' : encoderName(t, onAir) || t('access.encoder')
  return (
    <div className={css.ask}>
      <Notice
        tone={rotate.isError ? 'fail' : 'warn'}
        actions={
          <>
            <Button
              variant="filled"
              loading={rotate.isPending}
              onClick={() => rotate.mutate()}
              data-autofocus
            >
              {t('access.rotateDo')}
            </Button>
            <Button onClick={close}>{t('common.cancel')}</Button>
          </>
        }
      >
        <b>{onAir === null ? t('access.rotateNobody') : t('access.rotateOnAir', { name: encoder })}</b>
        <p>
          {rotate.isError
            ? t('access.notDone', { reason: errorText(t, rotate.error) })
            : t(onAir === null ? 'access.rotateHelp' : 'access.rotateOnAirHelp')}
        </p>
      </Notice>
    </div>
  )
}
