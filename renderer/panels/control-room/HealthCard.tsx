import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatedEngine, SfuState } from '../../../service/contract/console/engine-view.ts'
import { isOperated, useConnected, useEngine } from '../../api/events/hooks.ts'
import { OPERATES } from '../../rooms.ts'
import { useMay } from '../../stores/session.ts'
import { byteSize, grouped, plain } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { failingText } from '../../webhook/failing-webhooks.ts'
import { cpuTone, loadValues, overloadMark } from '../../ui/load.ts'
import type { GlyphName } from '../../ui/Glyph.tsx'
import { told, type Mark } from '../../ui/told.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import type { Tone } from '../../ui/tone.ts'
import { diskRoom, roomUnits } from '../../archive/disk-room.ts'
import css from './ControlRoom.module.css'

const RUNS: Readonly<Record<SfuState, { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  running: { glyph: 'ok', tone: 'ok' },
  restarting: { glyph: 'retry', tone: 'warn' },
  stopped: { glyph: 'idle', tone: 'idle' },
}

type RowId = 'engine' | 'ingest' | 'sfu' | 'cpu' | 'memory' | 'uploads' | 'webhooks' | 'disk'

/** How the parts of the service do, each in a word. Without contact nothing is known of them. */
export function HealthCard() {
  const { t } = useTranslation()
  const engine = useEngine()
  const connected = useConnected()
  const known = connected ? engine : null
  const operated = known && isOperated(known) ? known : null
  const operates = useMay(OPERATES)
  const unknown = <StateWord glyph="waiting" tone="idle" text={t('controlRoom.health.unknown')} />
  const row = (id: RowId, state: ReactNode) => (
    <div className={css.healthRow}>
      <dt>{t(`controlRoom.health.${id}`)}</dt>
      <dd>{known ? state : unknown}</dd>
    </div>
  )
  return (
    <div className={css.health} data-place="health">
      <Card
        title={t('controlRoom.health.title')}
        aside={
          operates && (
            <Link to="/computer" className={`third ${css.asideLink ?? ''}`}>
              {t('computer.title')}
            </Link>
          )
        }
        flush
      >
        <dl>
          {row('engine', <StateWord glyph="ok" tone="ok" text={t('controlRoom.health.running')} />)}
          {row('ingest', known && <Runs state={known.ingest} mark={told('ingest', known.ingest)} t={t} />)}
          {row('sfu', known && <Runs state={known.sfu[0]} t={t} />)}
          {operates && (
            <>
              {row('cpu', operated && <Cpu load={operated.load} t={t} />)}
              {row('memory', operated && <Memory load={operated.load} t={t} />)}
              {row('uploads', operated && <Uploads archive={operated.archive} t={t} />)}
              {row('webhooks', operated && <Webhooks webhooks={operated.webhooks} t={t} />)}
              {row('disk', operated && <Disk engine={operated} t={t} />)}
            </>
          )}
        </dl>
      </Card>
    </div>
  )
}

interface Worded {
  readonly t: TFunction
}

const Runs = ({ state, mark, t }: Worded & { state: SfuState; mark?: Mark | undefined }) => (
  <StateWord {...RUNS[state]} text={t(`controlRoom.health.${state}`)} mark={mark} />
)

function Uploads({ archive: { failing, pendingBytes }, t }: Worded & Pick<OperatedEngine, 'archive'>) {
  if (failing > 0) {
    return (
      <Link to="/archives/destinations">
        <StateWord
          glyph="fail"
          tone="fail"
          text={t('controlRoom.health.failing', { count: failing })}
          mark={told('archives', failing)}
        />
      </Link>
    )
  }
  if (pendingBytes === 0) return <StateWord glyph="ok" tone="ok" text={t('controlRoom.health.allUploaded')} />
  const size = plain(byteSize(pendingBytes))
  return <StateWord glyph="upload" tone="info" text={t('controlRoom.health.left', { size })} />
}

function Webhooks({ webhooks, t }: Worded & Pick<OperatedEngine, 'webhooks'>) {
  const text = failingText(t, webhooks)
  if (text === null) return <StateWord glyph="ok" tone="ok" text={t('controlRoom.health.answer')} />
  return (
    <Link to="/webhooks/endpoints">
      <StateWord glyph="fail" tone="fail" text={text} mark={told('webhooks', webhooks.failing)} />
    </Link>
  )
}

function Cpu({ load, t }: Worded & Pick<OperatedEngine, 'load'>) {
  const { cpu } = load
  if (cpu === null) return <StateWord glyph="waiting" tone="idle" text={t('controlRoom.health.unknown')} />
  const tone = cpuTone(load)
  const { share } = loadValues(load)
  const mark = tone === 'fail' ? overloadMark(load) : told('cpu', tone)
  return <StateWord glyph={tone} tone={tone} text={`${share} %`} mark={mark} />
}

function Memory({ load, t }: Worded & Pick<OperatedEngine, 'load'>) {
  const tone = load.overload?.of === 'memory' ? 'fail' : 'ok'
  return <StateWord glyph={tone} tone={tone} text={t('load.free', loadValues(load))} />
}

function Disk({ engine, t }: Worded & { engine: OperatedEngine }) {
  const { tone, leftMs } = diskRoom(engine)
  const free = plain(byteSize(engine.diskFreeBytes))
  const room = leftMs === null || leftMs === 0 ? null : roomUnits(leftMs)
  const text = room
    ? `${free}${t('common.listSeparator')}${t(`controlRoom.health.${room.unit}`, { number: grouped(room.number) })}`
    : free
  return <StateWord glyph={tone} tone={tone} text={text} />
}
