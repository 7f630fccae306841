/** How the service does, as far as it is known: what fails, what waits and what room there is. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OperatedEngine } from '../../service/contract/console/engine-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import { byteSize, plain } from '../i18n/format.ts'
import { failingText } from '../webhook/failing-webhooks.ts'
import { Figure } from '../ui/Figure.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { overloadMark, overloadText } from '../ui/load.ts'
import { told, type Mark } from '../ui/told.ts'
import { barItem, type BarItem } from './bar-fit.ts'
import css from './StatusBar.module.css'

interface Props {
  readonly engine: OperatedEngine
}

export function EngineItems({ engine }: Props) {
  const { t } = useTranslation()
  const connected = useConnected()
  const { webhooks, load } = engine
  return (
    <>
      <Item item="overload" to="/computer" text={overloadText(t, load)} mark={overloadMark(load)} fails />
      <Uploads engine={engine} />
      <Item
        item="webhooks"
        to="/webhooks/endpoints"
        text={failingText(t, webhooks)}
        mark={told('webhooks', webhooks.failing)}
        fails
      />
      <li {...barItem('disk')}>
        <span className={css.item}>
          <span className="third">{t('status.disk')}</span>
          {connected ? <Figure value={byteSize(engine.diskFreeBytes)} /> : '–'}
        </span>
      </li>
    </>
  )
}

/** What has not left this computer yet. */
function Uploads({ engine }: Props) {
  const { t } = useTranslation()
  const { pendingBytes, failing } = engine.archive
  const size = plain(byteSize(pendingBytes))
  if (failing === 0) {
    const text = pendingBytes === 0 ? null : t('status.uploading', { size })
    return <Item item="uploads" to="/archives" text={text} />
  }
  const text = t(pendingBytes === 0 ? 'status.archives' : 'status.archivesWait', { count: failing, size })
  return <Item item="archives" to="/archives" text={text} mark={told('archives', failing)} fails />
}

interface ItemProps {
  readonly item: BarItem
  readonly to: '/archives' | '/computer' | '/webhooks/endpoints'
  /** Null: there is nothing to tell. */
  readonly text: string | null
  readonly mark?: Mark | undefined
  readonly fails?: boolean
}

/** Without contact it is what was known last, and no alarm. */
function Item({ item, to, text, mark, fails = false }: ItemProps) {
  const { t } = useTranslation()
  const connected = useConnected()
  if (text === null) return null
  return (
    <li {...barItem(item)}>
      <Link to={to} className={css.item}>
        {fails && connected && <Glyph name="fail" tone="fail" />}
        {!connected && <Glyph name="waiting" tone="idle" />}
        <span className="num" {...(connected && mark)}>
          {connected ? text : t('state.lastKnown', { what: text })}
        </span>
      </Link>
    </li>
  )
}
