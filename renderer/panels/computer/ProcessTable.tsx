/** The whole computer, then each process of the engine by CPU, then all others in one row. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { ComputerView, ProcessView } from '../../../service/contract/console/load.ts'
import { byteSize } from '../../i18n/format.ts'
import { Figure } from '../../ui/Figure.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { useChannelOf } from '../../channel/use-channel-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './Computer.module.css'

const COLUMNS = ['process', 'does', 'cpu', 'memory'] as const

export function ProcessTable({ view }: { view: ComputerView }) {
  const { t } = useTranslation()
  const { load, processes, others } = view
  const used = load.memoryBytes - load.memoryFreeBytes
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('computer.processes')}>
      <table className={css.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`computer.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row
            name={t('computer.title')}
            does={t('computer.cores', { count: load.cores })}
            usage={{ cpu: load.cpu, memoryBytes: used }}
            full={load.overload?.of ?? null}
            total
          />
          {processes.map((one) => (
            <Row key={one.pid} name={t(`computer.name.${one.name}`)} does={<Does one={one} />} usage={one} />
          ))}
          <Row name={t('computer.name.others')} does={t('computer.does.others')} usage={others} foreign />
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly name: string
  readonly does: ReactNode
  readonly usage: Pick<ProcessView, 'cpu' | 'memoryBytes'>
  /** What there is too little of. */
  readonly full?: 'cpu' | 'memory' | null
  readonly total?: boolean
  readonly foreign?: boolean
}

function Row({ name, does, usage: { cpu, memoryBytes }, full = null, total, foreign }: RowProps) {
  const { t } = useTranslation()
  const mark = <StateWord glyph="fail" tone="fail" text={t('computer.full')} />
  return (
    <tr data-total={total || undefined} data-foreign={foreign || undefined}>
      <th scope="row">{name}</th>
      <td>{does}</td>
      <td data-column="cpu">
        {cpu === null ? (
          <span className="third">{t('computer.unknown')}</span>
        ) : (
          <span className={css.cpu}>
            <Figure strong value={{ value: String(Math.round(cpu * 100)), unit: '%' }} />
            <Bar share={cpu} full={full === 'cpu'} />
            {full === 'cpu' && mark}
          </span>
        )}
      </td>
      <td data-column="memory">
        {memoryBytes === null ? (
          <span className="third">{t('computer.unknown')}</span>
        ) : (
          <span className={css.memory}>
            {full === 'memory' && mark}
            <Figure value={byteSize(memoryBytes)} />
          </span>
        )}
      </td>
    </tr>
  )
}

/** The number beside it says the same. */
function Bar({ share, full }: { share: number; full: boolean }) {
  return (
    <span className={css.bar} data-full={full || undefined} aria-hidden="true">
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  )
}

function Does({ one: { name, channelId, spare } }: { one: ProcessView }) {
  const { t } = useTranslation()
  const channelOf = useChannelOf()
  if (channelId === null) return t(`computer.does.${spare ? 'spare' : name}`)
  return (
    <Link to="/channels/$channelId" params={{ channelId }} className={css.channel}>
      <UserText className="cut">{channelOf(channelId)}</UserText>
    </Link>
  )
}
