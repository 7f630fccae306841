import { MEASURES, SESSION_STEP } from '../../contract/console/health.ts'
import type { HealthColumns, HealthKind } from '../../contract/console/health.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { Columns } from './columns.ts'
import type { Row } from './columns.ts'

/** 30 minutes, one row a second. */
export const RECENT_ROWS = 1_800
/** 24 h, one row in 10 s. */
export const SESSION_ROWS = 8_640

/**
 * What is measured in one session. At most 1,800 rows and 8,640 means of 5 columns: 292,320 bytes, reached
 * after 24 h.
 */
export class Measurements {
  readonly kind: HealthKind
  readonly #recent: Columns
  readonly #session: Columns
  /** What has come of the next mean. */
  #pending: Row[] = []

  constructor(kind: HealthKind) {
    const width = MEASURES[kind].length
    this.kind = kind
    this.#recent = new Columns(width, RECENT_ROWS)
    this.#session = new Columns(width, SESSION_ROWS)
  }

  /** Bytes of memory that the rows take now. */
  get bytes(): number {
    return this.#recent.bytes + this.#session.bytes
  }

  /** @param row one a second, in the order of the measures of this kind */
  add(row: Row): void {
    this.#recent.add(row)
    this.#pending.push(row)
    if (this.#pending.length < SESSION_STEP) return
    // Written with the row that completes it, so that whoever asks from then on has both or neither.
    this.#session.add(meanOf(this.#pending, row.at))
    this.#pending = []
  }

  recent(since: EpochMilliseconds): HealthColumns {
    return this.#columns(this.#recent.after(since))
  }

  session(since: EpochMilliseconds): HealthColumns {
    return this.#columns(this.#session.after(since))
  }

  #columns(rows: readonly Row[]): HealthColumns {
    const columns = MEASURES[this.kind].map((measure, i) => [
      measure,
      rows.map(({ values }) => rounded(values[i] ?? null)),
    ])
    return { at: rows.map(({ at }) => at), values: Object.fromEntries(columns) as HealthColumns['values'] }
  }
}

/** Means of what is known of each column. */
function meanOf(rows: readonly Row[], at: EpochMilliseconds): Row {
  const width = rows[0]?.values.length ?? 0
  const values = Array.from({ length: width }, (_, i) => {
    const known = rows.map((row) => row.values[i] ?? null).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
  return { at, values }
}

/** Large figures are whole, small ones have two places: less to send. */
function rounded(value: number | null): number | null {
  if (value === null) return null
  return Math.abs(value) >= 1_000 ? Math.round(value) : Math.round(value * 100) / 100
}
