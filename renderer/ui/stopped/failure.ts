/** What is told of an error that stopped a part of the console: nothing that may hold what somebody wrote. Pure. */

export interface Failure {
  /** By which the operator and the engine's log mean the same. */
  readonly report: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Pattern of the address, without ids: `/channels/$channelId`. */
  readonly place: string
  /** Name of the error. */
  readonly name: string
  /** What it says; null where that may hold values. */
  readonly words: string | null
  /** Where it happened, innermost first. */
  readonly frames: readonly string[]
  /** Earlier failures of this place in this window, oldest first, milliseconds since 1970. */
  readonly before: readonly number[]
}

/** Errors of the language itself: they speak of code. Others may quote what was read or typed. */
const OF_CODE: readonly string[] = ['TypeError', 'ReferenceError', 'RangeError']
const MAX_FRAMES = 6

export const nameOf = (error: unknown): string =>
  error instanceof Error ? error.name.slice(0, 64) : `thrown ${typeof error}`

export const wordsOf = (error: unknown): string | null =>
  error instanceof Error && OF_CODE.includes(error.name) ? error.message : null

/** Lines of the stack without the console's address, which may hold what is filtered by. */
export function framesOf(error: unknown): readonly string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return lines
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
    .map((line) => line.replace(/\w+:\/\/[^/\s)]*\/(#[^\s:)]*)?/g, ''))
}

/** True where the same place failed a moment ago: drawing it in the same way again would not help. */
export const failsAgain = ({ at, before }: Failure): boolean => at - (before.at(-1) ?? -Infinity) < 10_000
