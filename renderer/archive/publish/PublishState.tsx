/** How the store of a channel is doing: glyph and words, and what is wrong with it. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PublishStatus } from '../../../service/contract/console/publishing.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { retryPublishing } from '../../api/publishing.ts'
import { shortDuration } from '../../i18n/format.ts'
import type { GlyphName } from '../../ui/Glyph.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import type { Tone } from '../../ui/tone.ts'
import { faultText } from '../fault-text.ts'

const DRAWN: Readonly<Record<PublishStatus['state'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  current: { glyph: 'ok', tone: 'ok' },
  behind: { glyph: 'upload', tone: 'warn' },
  failing: { glyph: 'retry', tone: 'warn' },
}

function words(t: TFunction, { state, behindSegments: segments, behindSeconds }: PublishStatus): string {
  return t(`access.publish.state.${state}`, { segments, time: shortDuration(behindSeconds * 1000) })
}

/** @param status null while nothing is known of the store */
export function PublishWord({ status }: { status: PublishStatus | null }) {
  const { t } = useTranslation()
  if (status === null)
    return <StateWord glyph="waiting" tone="idle" text={t('access.publish.state.waiting')} />
  return <StateWord {...DRAWN[status.state]} text={words(t, status)} />
}

/** Nothing where all is well. */
export function PublishTrouble({ channelId, status }: { channelId: string; status: PublishStatus }) {
  const { t } = useTranslation()
  const now = useNow()
  const retry = useMutation({
    mutationFn: () => retryPublishing(channelId),
    onError: (error) => notifications.show({ message: errorText(t, error) }),
  })
  const { fault, gaps, nextTryAt, state } = status
  const said = fault && faultText(t, fault)
  return (
    <>
      {said && (
        <Notice
          tone="warn"
          glyph="retry"
          alert={false}
          actions={
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              {t('common.retry')}
            </Button>
          }
        >
          <strong>{state === 'failing' ? said.what : t('access.publish.left', { what: said.what })}</strong>
          <p className="second">{said.hint}</p>
          {nextTryAt !== null && (
            <p className="second num">
              {nextTryAt > now
                ? t('access.publish.next', { time: shortDuration(nextTryAt - now) })
                : t('access.publish.tryingNow')}
            </p>
          )}
          {said.raw !== '' && (
            <p className="mono second" lang="en">
              {said.raw}
            </p>
          )}
        </Notice>
      )}
      {gaps > 0 && (
        <Notice tone="warn" alert={false}>
          {t('access.publish.gaps', { count: gaps })}
        </Notice>
      )}
    </>
  )
}
