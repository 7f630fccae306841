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

/** A row that compares medians. */
export function comparison(
  what: string,
  ours: readonly number[],
  peer: { readonly name: string; readonly values: readonly number[] },
  digits: number,
  target: string,
): Row {
  const ratio = (median(ours) / median(peer.values)).toFixed(2)
  return [what, spread(ours, digits), `${peer.name}: ${spread(peer.values, digits)}`, ratio, target]
}
