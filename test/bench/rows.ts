import { median } from './processes.ts'

/** A row of the table in docs/measurements.md. */
export type Row = [what: string, ours: string, theirs: string, ratio: string, target: string]

export interface BenchOptions {
  readonly rounds: number
  /** Of each round. */
  readonly seconds: number
}

/** The median, and in brackets the single values. */
export function spread(numbers: readonly number[], digits: number): string {
  return `${median(numbers).toFixed(digits)} (${numbers.map((n) => n.toFixed(digits)).join(', ')})`
}
