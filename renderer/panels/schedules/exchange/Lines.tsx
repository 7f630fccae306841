/** Lines of a file: first those that are left out, with the reason of each. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { carriedText } from '../../../i18n/refusal/text.ts'
import { usePreferences } from '../../../stores/preferences.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { UserText } from '../../../ui/UserText.tsx'
import { LATER_OF_TWO } from '../form-values.ts'
import { dateText, fromTo } from '../../../schedule/texts.ts'
import type { Line, Why } from './check.ts'
import css from './Exchange.module.css'

interface Props {
  readonly lines: readonly Line[]
  /** Why one that was right was not made; null where it was not tried. */
  readonly reasonOf: (line: Line) => string | null
}

export function Lines({ lines, reasonOf }: Props) {
  const { t } = useTranslation()
  const left = lines.filter((line) => line.why !== null || reasonOf(line) !== null)
  const right = lines.filter((line) => line.why === null && reasonOf(line) === null)
  return (
    <>
      {left.length > 0 && (
        <Group title={t('schedules.exchange.leftOut', { count: left.length })} lines={left}>
          {(line) => reasonOf(line) ?? (line.why && whyText(t, line.why))}
        </Group>
      )}
      {right.length > 0 && (
        <Group title={t('schedules.exchange.right', { count: right.length })} lines={right}>
          {(line) => (line.isShortened ? t('schedules.exchange.shortened') : null)}
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly lines: readonly Line[]
  readonly children: (line: Line) => string | null
}

function Group({ title, lines, children }: GroupProps) {
  const { timeZone: zone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  return (
    <section>
      <h3>{title}</h3>
      <ul className={css.lines} tabIndex={0} aria-label={title}>
        {lines.map((line) => (
          <li key={line.index}>
            <UserText className={`cut ${css.name ?? ''}`}>{line.name === '' ? '–' : line.name}</UserText>
            <span className="num third">
              {line.period &&
                `${dateText(line.period.startsAt, zone, language)} ${fromTo(line.period, zone, language)}`}
            </span>
            <span className={css.why}>{children(line)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whyText(t: TFunction, why: Why): string {
  switch (why.kind) {
    case 'rule':
      return t('schedules.exchange.why.rule', {
        field: t(`schedules.form.${why.field}`),
        rule: why.rule === LATER_OF_TWO ? t('schedules.form.rule.laterOfTwo') : carriedText(t, why.rule),
      })
    case 'noTime':
      return t('schedules.exchange.why.noTime', { column: why.column, text: why.text })
    case 'skippedTime':
      return t('schedules.exchange.why.skippedTime', { text: why.text })
    case 'quality':
      return t('schedules.exchange.why.quality', { text: why.text })
    case 'overlap':
      return t('schedules.exchange.why.overlap', { name: why.name })
    default:
      return t(`schedules.exchange.why.${why.kind}`)
  }
}
