import { UsageError } from './usage-error.ts'

/**
 * A number that was given as text.
 * @param option its name, with the hyphens
 * @throws UsageError where it is none, or not from `min` to `max`
 */
export function integer(option: string, value: string, min: number, max: number): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max))
    throw new UsageError(`${option} must be an integer from ${min} to ${max}`)
  return number
}
