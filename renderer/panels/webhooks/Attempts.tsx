import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookAttempt, WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { ByHand } from './ByHand.tsx'
import { causeText, drawAttempt } from '../../webhook/draw-webhook.ts'
import { waitText } from '../../webhook/texts.ts'
import css from './Attempts.module.css'

interface Props {
  readonly event: WebhookDetail
  readonly chosen: number | undefined
  readonly choose: (number: number) => void
}

/** Each attempt, newest first; above them the one that is planned. */
export function Attempts({ event, chosen, choose }: Props) {
  const { t } = useTranslation()
  const { attemptsMade, attempts, pausedAt } = event
  // A paused endpoint is not asked at any time that is known.
  const nextAttemptAt = pausedAt === null ? event.nextAttemptAt : null
  if (attemptsMade.length === 0 && nextAttemptAt === null) return null
  /** How long after the attempt before; that may be gone, since the newest 100 are kept. */
  const waited = (at: number, before: WebhookAttempt | undefined, as: 'planned' | 'after') => {
    const wait = before === undefined ? null : waitText(at - before.startedAt - before.durationMs)
    return wait === null ? t('webhooks.atOnce') : t(`webhooks.${as}`, { wait })
  }
  return (
    <section>
      <h3>{t('webhooks.attempts')}</h3>
      <ol className={css.list} reversed>
        {nextAttemptAt !== null && (
          <li className={css.planned}>
            <Glyph name="waiting" tone="idle" />
            <span className="num">{attempts + 1}</span>
            <Moment at={nextAttemptAt} />
            <span className={css.aside}>{waited(nextAttemptAt, attemptsMade.at(-1), 'planned')}</span>
          </li>
        )}
        {attemptsMade.toReversed().map((attempt, index) => (
          <li key={attempt.number}>
            <UnstyledButton
              className={css.attempt}
              aria-pressed={attempt.number === chosen}
              onClick={() => choose(attempt.number)}
            >
              <Attempt attempt={attempt}>
                {waited(attempt.startedAt, attemptsMade.at(-2 - index), 'after')}
              </Attempt>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt, children }: { attempt: WebhookAttempt; children: string }) {
  const { t } = useTranslation()
  const drawn = drawAttempt(attempt.errorClass)
  return (
    <>
      <Glyph name={drawn.glyph} tone={drawn.tone} />
      <span className="num">{attempt.number}</span>
      <Moment at={attempt.startedAt} />
      <span className={css.outcome}>
        <span className={css.cause}>{causeText(t, attempt.status, attempt.errorClass)}</span>
        <span className="num third">{grouped(attempt.durationMs)} ms</span>
      </span>
      <span className={css.aside}>
        {attempt.askedBy === null ? (
          children
        ) : (
          <>
            <ByHand by={attempt.askedBy} />
            <UserText className="cut">{attempt.askedBy}</UserText>
          </>
        )}
      </span>
    </>
  )
}
