/** What stands instead of something that could not be drawn: that the broadcasts go on, and how to go on here. */
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { moment, timeOfDay, zoneName } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSession } from '../../stores/session.ts'
import { Fact, Facts } from '../Card.tsx'
import { useCopy } from '../copy.ts'
import { Glyph } from '../Glyph.tsx'
import type { Failure } from './failure.ts'
import css from './Stopped.module.css'

interface Props {
  readonly failure: Failure
  readonly title: string
  readonly lead: string
  /** The way on, before the button that copies what somebody who helps needs. */
  readonly first: ReactNode
  readonly more?: ReactNode
}

export function Stopped({ failure, title, lead, first, more }: Props) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  const details = useDetails(failure)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    actions.current?.querySelector('button')?.focus()
  }, [])
  return (
    <section className={css.stopped}>
      <div className={css.glyph}>
        <Glyph name="fail" tone="fail" />
      </div>
      <div className={css.body}>
        <div role="alert">
          <h2>{title}</h2>
          <p className="second">{lead}</p>
        </div>
        <div className={css.actions} ref={actions}>
          {first}
          <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={() => void copy(details.text)}>
            {copied ? t('common.copied') : t('stopped.copy')}
          </Button>
          {more}
        </div>
        <details className={css.details} open>
          <summary>
            <strong>{t('stopped.details')}</strong> <span className="meta">{t('stopped.detailsAside')}</span>
          </summary>
          <Facts>
            {details.facts.map(([label, value]) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
          </Facts>
          {failure.frames.length > 0 && (
            <pre className={css.frames} tabIndex={0} role="group" aria-label={t('stopped.frames')} lang="en">
              {failure.frames.join('\n')}
            </pre>
          )}
        </details>
        <p className="meta">{t('stopped.again')}</p>
      </div>
    </section>
  )
}

interface Details {
  readonly facts: readonly (readonly [string, string])[]
  readonly text: string
}

/** The facts of a failure in the language of the console. */
function useDetails(failure: Failure): Details {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const version = useEngine()?.version
  const zone = useSession((s) => (s.state.status === 'signed-in' ? s.state.session.system.timeZone : 'UTC'))
  const { report, at, place, name, words, frames, before } = failure
  const last = before.at(-1)
  const facts = [
    [t('stopped.what'), words === null ? t('stopped.withoutWords', { name }) : `${name}: ${words}`],
    [t('stopped.where'), place],
    [t('stopped.when'), `${moment(at, at, zone, language)} ${zoneName(at, zone)}`],
    [
      t('stopped.before'),
      last === undefined
        ? t('stopped.never')
        : t('stopped.times', { count: before.length, time: timeOfDay(last, zone) }),
    ],
    [
      t('stopped.version'),
      [version && `Airdesk ${version}`, browserOf(navigator.userAgent)].filter(Boolean).join(', '),
    ],
    [t('stopped.report'), report],
  ] as const
  const text = [...facts.map(([label, value]) => `${label}: ${value}`), ...frames].join('\n')
  return { facts, text: `${text}\n` }
}

/** `Chrome 143, Linux x86_64`, as far as the browser tells. */
function browserOf(agent: string): string {
  const [, name = '', version = ''] = /(Firefox|Edg|Electron|Chrome|Version)\/(\d+)/.exec(agent) ?? []
  const [, system = ''] = /\((?:X11; )?([^;)]+)/.exec(agent) ?? []
  return [`${name} ${version}`.trim(), system].filter((part) => part !== '').join(', ')
}
