/** Broadcasts as they stand in a file, before they are held against what is scheduled. Pure. */
import { readCsv } from '../../../ui/csv.ts'
import { QUALITIES, readField, type Quality } from '../form-values.ts'
import type { Period } from '../../../schedule/conflict.ts'

/** Why it is no broadcast that can be scheduled, as far as the file tells. */
export type Unreadable =
  /** Not a time; `column` as the file calls it. */
  | { readonly kind: 'noTime'; readonly column: 'start' | 'end'; readonly text: string }
  | { readonly kind: 'skippedTime'; readonly text: string }
  | { readonly kind: 'quality'; readonly text: string }
  | { readonly kind: 'allDay' }
  | { readonly kind: 'cancelled' }

export interface Read {
  readonly name: string
  readonly period: Period | null
  /** Null where the file does not say. */
  readonly quality: Quality | null
  readonly why: Unreadable | null
}

/** Why nothing of a file can be used. */
export type Fault = 'noColumns' | 'quotes' | 'noCalendar' | 'empty'

export type Reading =
  | { readonly kind: 'read'; readonly all: readonly Read[] }
  | { readonly kind: 'fault'; readonly fault: Fault }

/** Columns of a table that is imported or exported. */
export const COLUMNS = ['name', 'start', 'end', 'quality'] as const
type Column = (typeof COLUMNS)[number]

/** @param now milliseconds since 1970 @param zone of the system, whose clocks the table means */
export function readTable(text: string, now: number, zone: string): Reading {
  const { head, lines, isWhole } = readCsv(text)
  if (!isWhole) return { kind: 'fault', fault: 'quotes' }
  const names = head.map((name) => name.trim().toLowerCase())
  const needed: readonly Column[] = ['name', 'start', 'end']
  if (needed.some((column) => !names.includes(column))) return { kind: 'fault', fault: 'noColumns' }
  const filled = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return { kind: 'fault', fault: 'empty' }
  const all = filled.map((cells) =>
    readLine((column) => cells[names.indexOf(column)]?.trim() ?? '', now, zone),
  )
  return { kind: 'read', all }
}

function readLine(of: (column: Column) => string, now: number, zone: string): Read {
  const name = of('name')
  const refused = (why: Unreadable): Read => ({ name, period: null, quality: null, why })
  const times: number[] = []
  for (const column of ['start', 'end'] as const) {
    // Of an end without a day, the day of its start is meant.
    const read = readField(of(column), times[0] ?? now, zone)
    if (read === null) return refused({ kind: 'noTime', column, text: of(column) })
    if (read.kind === 'skipped') return refused({ kind: 'skippedTime', text: of(column) })
    times.push(read.at)
  }
  const [startsAt = 0, endsAt = 0] = times
  const text = of('quality')
  const quality = QUALITIES.find((one) => one === text.toLowerCase()) ?? null
  if (text !== '' && quality === null) return refused({ kind: 'quality', text })
  return { name, period: { startsAt, endsAt }, quality, why: null }
}
