import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookAttempt, WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { ByHand } from './ByHand.tsx'
import { causeText, drawAttempt } from './draw-webhook.ts'
import css from './Attempts.module.css'

interface Props {
  readonly event: WebhookDetail
  readonly chosen: number | undefined
  readonly choose: (number: number) => void
}

/** Each attempt, newest first; above them the one that is planned. */
export function Attempts({ event, chosen, choose }: Props) {
  const { t } = useTranslation()
  const { attemptsMade, nextAttemptAt, attempts } = event
  if (attemptsMade.length === 0 && nextAttemptAt === null) return null
  return (
    <section>
      <h3>{t('webhooks.attempts')}</h3>
      <ol className={css.list} reversed>
        {nextAttemptAt !== null && (
          <li className={css.planned}>
            <Glyph name="waiting" tone="idle" />
            <span className="num">{attempts + 1}</span>
            <Moment at={nextAttemptAt} />
            <span>{t('webhooks.planned')}</span>
          </li>
        )}
        {attemptsMade.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <UnstyledButton
              className={css.attempt}
              aria-pressed={attempt.number === chosen}
              onClick={() => choose(attempt.number)}
            >
              <Attempt attempt={attempt} />
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation()
  const drawn = drawAttempt(attempt.errorClass)
  return (
    <>
      <Glyph name={drawn.glyph} tone={drawn.tone} />
      <span className="num">{attempt.number}</span>
      <Moment at={attempt.startedAt} />
      <span className={css.outcome}>
        <span className={css.cause}>{causeText(t, attempt.status, attempt.errorClass)}</span>
        {attempt.askedBy !== null && (
          <>
            <ByHand by={attempt.askedBy} />
            <UserText className="third cut">{attempt.askedBy}</UserText>
          </>
        )}
      </span>
      <span className="num third">{grouped(attempt.durationMs)} ms</span>
    </>
  )
}
