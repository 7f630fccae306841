/** The steps with the answers so far. */
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { zoneText } from '../../setup/zone.ts'
import { STEPS, type Step } from './use-step.ts'
import css from './FirstRun.module.css'

export function StepList({ current, goTo }: { current: Step; goTo: (step: Step) => void }) {
  const { t } = useTranslation()
  const answers = useAnswers()
  const at = STEPS.indexOf(current)
  return (
    <nav aria-label={t('firstRun.steps')}>
      <ol className={css.steps}>
        {STEPS.map((step, index) => {
          const isDone = index < at
          const text = (
            <>
              <span className={css.stepName}>{t(`firstRun.step.${step}`)}</span>
              <span className="meta">{isDone ? answers[step] : t(`firstRun.about.${step}`)}</span>
            </>
          )
          return (
            <li key={step} className={css.step} aria-current={step === current ? 'step' : undefined}>
              {isDone ? (
                <span className={css.tick}>
                  <Glyph name="ok" tone="ok" size={20} />
                </span>
              ) : (
                <span className={css.number} aria-hidden="true">
                  {index + 1}
                </span>
              )}
              {isDone ? (
                <UnstyledButton className={css.stepText} onClick={() => goTo(step)}>
                  {text}
                </UnstyledButton>
              ) : (
                <div className={css.stepText}>{text}</div>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function useAnswers(): Readonly<Record<Step, string>> {
  const { t } = useTranslation()
  const { user, system } = useSignedIn()
  const [now] = useState(() => Date.now())
  const language = usePreferences((s) => s.language)
  const ports = useEngine()?.ports
  return {
    language: t('firstRun.answer.language', {
      language: t(`firstRun.languageName.${language}`),
      zone: zoneText(system.timeZone, now),
    }),
    user: t('firstRun.answer.user', { email: user.email }),
    ports: ports ? t('firstRun.answer.ports', { rtmp: ports.rtmp, https: ports.https }) : '',
    data: '',
  }
}
