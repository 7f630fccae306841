import type SQLite from 'better-sqlite3'
import type { z } from 'zod'
import { badRequest } from '../../contract/refusal/refusal.ts'
import { memberPath, ruleOf } from '../../contract/refusal/carried.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { RowRules } from '../state/row-rules.ts'
import { BOUNDS } from './bounds.ts'
import { DAY } from '../../contract/units.ts'

/** The latest moment that a calendar has (ECMAScript 21.4.1.1), and the earliest of 1970 on any clock. */
const LATEST = 8_640_000_000_000_000
const EARLIEST = -2 * DAY
const isMoment = (column: string) => /_(at|since|from|datetime)$/.test(column)

interface Column {
  readonly name: string
  readonly type: string
}

/**
 * Whether every row of a file is one that the service could have written. Nothing is changed.
 * @param rules schemas of rows, by table
 * @throws Refusal `BAD_REQUEST` naming the first that is not, as `<table>[<row>].<column>`, rows counted from 0, and its rule
 */
export function checkRows(sqlite: SQLite.Database, rules: RowRules): void {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .pluck()
    .all()
  for (const table of tables) {
    checkColumns(sqlite, table)
    const rule = rules[table]
    if (rule) checkEach(sqlite, table, rule)
  }
}

/** Lengths and numbers of all columns, in one look at the table. */
function checkColumns(sqlite: SQLite.Database, table: string): void {
  const columns = sqlite.pragma(`table_info(${table})`) as Column[]
  const limits = columns.map((column) => limitOf(table, column))
  const looks = limits.map(({ name, breaks }) => `max(${breaks}) AS ${name}`)
  const found = sqlite
    .prepare<[], Record<string, number | null>>(`SELECT ${looks.join(', ')} FROM ${table}`)
    .get()
  for (const { name, broken } of limits) if (found?.[name] === 1) throw badRequest(broken)
}

/** When a value of the column is beyond its limit, in SQL, and the problem that it is then. */
function limitOf(table: string, { name, type }: Column) {
  const path = `${table}.${name}`
  if (type !== 'INTEGER') {
    const max = BOUNDS[table]?.[name] ?? 0
    return { name, breaks: `octet_length(${name}) > ${max}`, broken: problem(path, 'storedBytes', { max }) }
  }
  if (isMoment(name)) {
    return { name, breaks: `${name} NOT BETWEEN ${EARLIEST} AND ${LATEST}`, broken: problem(path, 'stored') }
  }
  const max = Number.MAX_SAFE_INTEGER
  return { name, breaks: `${name} NOT BETWEEN 0 AND ${max}`, broken: problem(path, 'storedNumber', { max }) }
}

function checkEach(sqlite: SQLite.Database, table: string, schema: z.ZodType): void {
  let index = 0
  for (const row of sqlite.prepare(`SELECT * FROM ${table}`).iterate()) {
    const [issue] = schema.safeParse(row).error?.issues ?? []
    if (issue) throw badRequest({ path: `${table}[${index}].${memberPath(issue.path)}`, ...ruleOf(issue) })
    index++
  }
}
