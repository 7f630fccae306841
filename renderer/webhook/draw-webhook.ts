/** Events and attempts as they are drawn: glyph, tone and words. */
import type { TFunction } from 'i18next'
import type { WebhookAttempt, WebhookState, WebhookSummary } from '../../service/contract/console/webhooks.ts'
import type { Drawn } from '../ui/drawn.ts'
import type { GlyphName } from '../ui/Glyph.tsx'

type ErrorClass = WebhookAttempt['errorClass']
type Outcome = Pick<
  WebhookSummary,
  'state' | 'lastStatus' | 'lastErrorClass' | 'nextAttemptAt' | 'pausedAt' | 'givenUpFor'
>

const STATES: Readonly<Record<WebhookState, Drawn>> = {
  pending: { glyph: 'retry', tone: 'warn' },
  delivered: { glyph: 'ok', tone: 'ok' },
  dead: { glyph: 'fail', tone: 'fail' },
  allowed: { glyph: 'ok', tone: 'ok' },
  denied: { glyph: 'denied', tone: 'warn' },
}

export const drawState = (state: WebhookState): Drawn => STATES[state]

/** One whose endpoint is paused waits. An event that waits for its first attempt, or was sent again by hand, is no warning. */
export function drawEvent({ state, lastErrorClass, pausedAt }: Outcome): Drawn {
  if (pausedAt !== null) return { glyph: 'paused', tone: lastErrorClass === null ? 'idle' : 'warn' }
  if (state === 'pending' && lastErrorClass === null) return { glyph: 'waiting', tone: 'idle' }
  return drawState(state)
}

const FAILURES: Readonly<Record<NonNullable<ErrorClass>, GlyphName>> = {
  status: 'fail',
  timeout: 'timeout',
  refused: 'refused',
  dns: 'refused',
  tls: 'refused',
  malformed: 'malformed',
  blocked: 'refused',
}

export const drawAttempt = (errorClass: ErrorClass): Drawn =>
  errorClass === null ? STATES.delivered : { glyph: FAILURES[errorClass], tone: 'fail' }

/** What an attempt ended with: the status, or why there was none that counts. */
export function causeText(t: TFunction, status: number | null, errorClass: ErrorClass): string {
  if (errorClass === null || errorClass === 'status') return String(status ?? '–')
  return t(`webhooks.cause.${errorClass}`)
}

/**
 * What became of an event, in a few words.
 * @param now engine time, milliseconds since 1970
 * @param time writes a time
 */
export function resultText(t: TFunction, event: Outcome, now: number, time: (at: number) => string): string {
  const { state, lastStatus, lastErrorClass, nextAttemptAt, pausedAt } = event
  const cause = causeText(t, lastStatus, lastErrorClass)
  switch (state) {
    case 'delivered':
      return cause
    case 'allowed':
      return t('webhooks.result.allowed')
    case 'denied':
      return lastErrorClass === null ? t('webhooks.result.denied') : t('webhooks.result.deniedBy', { cause })
    case 'dead':
      if (event.givenUpFor === 'quota') return t('webhooks.result.tooMany')
      return lastStatus === 410 ? t('webhooks.result.gone') : t('webhooks.result.dead', { cause })
    case 'pending':
      if (pausedAt !== null) {
        return lastErrorClass === null
          ? t('webhooks.result.paused')
          : t('webhooks.result.pausedAfter', { cause })
      }
      if (lastErrorClass === null) return t('webhooks.result.waiting')
      if (nextAttemptAt === null || nextAttemptAt <= now) return t('webhooks.result.retryNow', { cause })
      return t('webhooks.result.retry', { cause, time: time(nextAttemptAt) })
  }
}
