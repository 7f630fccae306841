/** Tables as comma-separated values (RFC 4180). */
import Papa from 'papaparse'
import { saveFile } from '../save-file.ts'

type Row<Column extends string> = Readonly<Record<Column, string | number>>

/** What a table program takes for a formula, also where the text has several lines. */
const FORMULA = /^[=+\-@\t\r]/

/** A head line, then a line for each row: in quotes, and never a formula where a table program opens it. Pure. */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): string {
  const cells = rows.map((row) => columns.map((column) => row[column]))
  const lines =
    rows.length === 0 ? '' : `${Papa.unparse(cells, { quotes: true, escapeFormulae: FORMULA })}\r\n`
  return `${columns.join(',')}\r\n${lines}`
}

export interface Table {
  readonly head: readonly string[]
  /** Cells of the lines below the head, empty lines included. */
  readonly lines: readonly (readonly string[])[]
  /** False where a quote does not end, so that nothing behind it can be told apart. */
  readonly isWhole: boolean
}

/** Reads a table whose cells stand between commas, semicolons or tabs, as table programs write and copy it. Pure. */
export function readCsv(text: string): Table {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', '\t', ';'] })
  const [head = [], ...lines] = data
  return { head, lines, isWhole: errors.every(({ type }) => type !== 'Quotes') }
}

/** The text of a file in UTF-8, or in Shift_JIS, in which table programs in Japan save it. Pure. */
export function decodeCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

/** Hands a table to the browser as a file. */
export function saveCsv(name: string, csv: string): void {
  // The mark tells table programs that it is UTF-8.
  saveFile(name, `\ufeff${csv}`, 'text/csv')
}
