import { useTranslation } from 'react-i18next'
import type { WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { useNow } from '../../api/events/clock.ts'
import { shortDuration } from '../../i18n/format.ts'
import { useMoment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { causeText, drawEvent } from '../../webhook/draw-webhook.ts'
import { localPort } from '../../webhook/texts.ts'

/** What became of an event, in a sentence; where it failed, what is next and what to look at. */
export function Verdict({ event }: { event: WebhookDetail }) {
  const { t } = useTranslation()
  const time = useMoment()
  const now = useNow()
  const { state, lastStatus, lastErrorClass, attempts, nextAttemptAt, pausedAt, retrying } = event
  if (pausedAt !== null) {
    return (
      <Notice tone="warn" glyph="paused" alert={false}>
        <strong>{t('webhooks.verdict.paused', { time: time(pausedAt) })}</strong>
        <p className="second">{t('webhooks.verdict.pausedHelp')}</p>
      </Notice>
    )
  }
  if (event.givenUpFor === 'quota') {
    return (
      <Notice tone="fail" alert={false}>
        <strong>{t('webhooks.verdict.tooMany', { count: attempts })}</strong>
        <p className="second">{t('webhooks.verdict.tooManyHelp')}</p>
      </Notice>
    )
  }
  if (lastErrorClass === null && state !== 'denied') {
    const at = event.finishedAt === null ? '' : time(event.finishedAt)
    return <StateWord {...drawEvent(event)} text={t(`webhooks.verdict.${fine(state)}`, { time: at })} />
  }
  const cause = causeText(t, lastStatus, lastErrorClass)
  const port = lastErrorClass === 'refused' ? localPort(event.url) : null
  const { glyph, tone } = drawEvent(event)
  const due = nextAttemptAt !== null && nextAttemptAt > now
  return (
    <Notice tone={tone === 'fail' ? 'fail' : 'warn'} glyph={glyph} alert={false}>
      <strong>
        {state === 'pending' && t('webhooks.verdict.retrying', { cause, count: attempts })}
        {state === 'dead' &&
          (lastStatus === 410
            ? t('webhooks.verdict.gone')
            : t('webhooks.verdict.dead', { cause, count: attempts }))}
        {state === 'denied' &&
          (lastErrorClass === null
            ? t('webhooks.verdict.denied')
            : t('webhooks.verdict.deniedBy', { cause }))}
      </strong>
      {state === 'pending' && (
        <p className="second num">
          {due
            ? t('webhooks.verdict.next', {
                time: time(nextAttemptAt),
                wait: shortDuration(nextAttemptAt - now),
              })
            : t('webhooks.verdict.now')}
        </p>
      )}
      {retrying !== null && (
        <p className="second">
          {t('webhooks.verdict.left', { count: retrying.attemptsLeft, time: time(retrying.endsAt) })}
        </p>
      )}
      {lastErrorClass !== null && lastErrorClass !== 'status' && (
        <p className="second">
          {port === null ? t(`webhooks.hint.${lastErrorClass}`) : t('webhooks.hint.local', { port })}
        </p>
      )}
    </Notice>
  )
}

function fine(state: WebhookDetail['state']): 'delivered' | 'allowed' | 'waiting' {
  return state === 'allowed' || state === 'delivered' ? state : 'waiting'
}
