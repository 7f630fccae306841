/** Members as a table; those of objects stand indented below and can be folded. */
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { grouped } from '../../i18n/format.ts'
import { Inline } from '../../explorer/Markdown.tsx'
import type { Limit, Member } from '../../explorer/members.ts'
import css from './MemberTable.module.css'

interface Props {
  readonly title: string
  readonly aside?: string | undefined
  readonly members: readonly Member[]
  /** What stands there without any member; without it nothing is drawn then. */
  readonly empty?: string
}

/** Columns that are drawn only where a member of the table has something in them. */
const SPARE = {
  limits: (member: Member) => member.limits.length > 0,
  default: (member: Member) => member.fallback !== null,
  description: (member: Member) => member.description !== '',
} as const
type Spare = keyof typeof SPARE

export function MemberTable({ title, aside, members, empty }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  if (members.length === 0 && empty === undefined) return null
  const all = rowsOf(members, new Set())
  const spare = (['limits', 'default', 'description'] as const).filter((column) =>
    all.some(({ member }) => SPARE[column](member)),
  )
  const room = all.some(({ depth }) => depth > 0) ? 28 : 12
  const fold = (path: string) => {
    const next = new Set(folded)
    if (!next.delete(path)) next.add(path)
    setFolded(next)
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {title}
        {aside !== undefined && <span className="third"> {aside}</span>}
      </h3>
      {members.length === 0 ? (
        <p className="third">{empty}</p>
      ) : (
        <div className={css.scroll} tabIndex={0} role="group" aria-labelledby={id}>
          <table className={css.table}>
            <thead>
              <tr>
                {(['name', 'type', 'required', ...spare] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`api.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rowsOf(members, folded).map(({ member, depth }) => (
                <Row
                  key={member.path}
                  member={member}
                  indent={room + depth * 20}
                  spare={spare}
                  open={!folded.has(member.path)}
                  fold={() => fold(member.path)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface Line {
  readonly member: Member
  readonly depth: number
}

function rowsOf(members: readonly Member[], folded: ReadonlySet<string>, depth = 0): Line[] {
  return members.flatMap((member) => [
    { member, depth },
    ...(folded.has(member.path) ? [] : rowsOf(member.members, folded, depth + 1)),
  ])
}

interface RowProps {
  readonly member: Member
  /** Pixels. */
  readonly indent: number
  readonly spare: readonly Spare[]
  readonly open: boolean
  readonly fold: () => void
}

function Row(props: RowProps) {
  const { t } = useTranslation()
  const { member, indent, spare, open, fold } = props
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: indent }} title={member.path}>
        {member.members.length > 0 ? (
          <UnstyledButton className={css.fold} aria-expanded={open} onClick={fold}>
            <Chevron size={14} stroke={1.6} aria-hidden="true" />
            {member.name}
          </UnstyledButton>
        ) : (
          member.name
        )}
      </th>
      <td lang="en">{member.type}</td>
      <td className="num">
        {member.isShape ? t('api.oneShape') : member.required ? t('api.yes') : t('api.no')}
      </td>
      {spare.map((column) => (
        <SpareCell key={column} column={column} member={member} />
      ))}
    </tr>
  )
}

function SpareCell({ column, member }: { column: Spare; member: Member }) {
  const { t } = useTranslation()
  if (column === 'default') return <td className="mono">{member.fallback}</td>
  if (column === 'description') {
    return (
      <td className={css.description}>
        <Inline>{member.description}</Inline>
      </td>
    )
  }
  return (
    <td>
      {member.limits.map((limit, index) => (
        <div key={index} className={limit.kind === 'pattern' ? css.pattern : undefined}>
          {limitText(t, limit)}
        </div>
      ))}
    </td>
  )
}

function limitText(t: TFunction, limit: Limit): string {
  if (limit.kind === 'pattern') return limit.pattern
  if (limit.kind === 'values') return limit.values.join(', ')
  const { kind, min, max } = limit
  const number = (n: number) => (kind === 'value' ? grouped(n) : String(n))
  if (min === 1 && max === null && kind !== 'value') return t('api.limit.notEmpty')
  if (min !== null && max !== null)
    return t(`api.limit.${kind}`, { range: min === max ? number(min) : `${number(min)}–${number(max)}` })
  if (min !== null) return t(`api.limit.${kind}`, { range: `≥ ${number(min)}` })
  return t(`api.limit.${kind}`, { range: `≤ ${number(max ?? 0)}` })
}
