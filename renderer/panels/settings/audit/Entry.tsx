/** One entry whole. */
import { ActionIcon } from '@mantine/core'
import { IconArrowRight, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../../../service/contract/console/audit.ts'
import { grouped } from '../../../i18n/format.ts'
import { Fact, Facts } from '../../../ui/Card.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Result } from './columns.tsx'
import { aboutText, nameOf, whatText, whoText } from './words.ts'
import css from './Audit.module.css'
import pane from '../../../ui/Inspector.module.css'

/** So many objects are named, the rest is counted. */
const NAMED = 8

interface Props {
  readonly id: string
  /** Undefined where it is not among those that are shown. */
  readonly entry: AuditEntry | undefined
  readonly close: () => void
  readonly takeFocus: boolean
}

export function Entry({ entry, close, takeFocus }: Props) {
  const { t } = useTranslation()
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takeFocus) aside.current?.focus()
  }, [takeFocus])
  return (
    <aside
      ref={aside}
      className={pane.inspector}
      data-pane="details"
      tabIndex={-1}
      aria-label={t('audit.entry')}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header className={pane.head}>
        <h2>{entry ? whatText(t, entry) : t('audit.entry')}</h2>
        <ActionIcon className={pane.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {entry ? (
        <Story entry={entry} />
      ) : (
        <div className={pane.body}>
          <Notice tone="info" alert={false}>
            {t('audit.gone')}
          </Notice>
        </div>
      )}
      <p className={`meta ${pane.foot ?? ''}`}>{t('audit.fixed')}</p>
    </aside>
  )
}

function Story({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { actor, objects, objectCount, count } = entry
  const who = whoText(t, actor)
  const rest = objectCount - Math.min(NAMED, objects.length)
  const about = aboutText(t, entry)
  return (
    <div className={pane.body}>
      <Result refused={entry.refused !== null} />
      <Facts>
        <Fact label={t('audit.column.who')}>
          {actor.kind === 'token' ? t('audit.tokenOf', { name: who }) : who}
        </Fact>
        <Fact label={t('audit.when')}>
          <Moment at={entry.at} />
        </Fact>
        {entry.remoteAddress !== null && (
          <Fact label={t('audit.from')}>
            <span className="mono">{entry.remoteAddress}</span>
          </Fact>
        )}
        <Fact label={t('audit.by')}>{t(`audit.via.${entry.via}`)}</Fact>
        {count > 1 && (
          <Fact label={t('audit.times', { count })}>
            <Moment at={entry.until} />
          </Fact>
        )}
        <Fact label={t('audit.entry')}>{grouped(entry.id)}</Fact>
      </Facts>
      {about !== '' && <p>{about}</p>}
      {objects.length > 0 && (
        <section>
          <h3>{t('audit.objects')}</h3>
          <ul className={css.objects}>
            {objects.slice(0, NAMED).map((object, i) => (
              <li key={i}>
                {object.id !== null && object.name !== null && `${object.id}  `}
                {nameOf(t, object)}
              </li>
            ))}
            {rest > 0 && <li>{t('audit.moreObjects', { count: rest })}</li>}
          </ul>
        </section>
      )}
      {actor.kind === 'token' && actor.name !== null && (
        <Link className={pane.link} to="/developer/log" search={{ caller: actor.name }}>
          {t('audit.requestsOf')} <IconArrowRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      )}
    </div>
  )
}
