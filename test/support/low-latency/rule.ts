/** What a rule of the draft is to the checker, whatever it looks at. */

/** As the draft words it; `should` has exceptions that a server may have reasons for. */
export type Level = 'must' | 'should'

export interface Rule<T> {
  readonly id: string
  /** Of draft-pantos-hls-rfc8216bis, from -20 on. */
  readonly section: string
  readonly level: Level
  /** In words of our own. */
  readonly says: string
  /** @returns what breaks it, a sentence each; empty where nothing does */
  readonly broken: (of: T) => readonly string[]
}

export interface Finding {
  readonly rule: string
  readonly section: string
  readonly level: Level
  readonly says: string
  /** Address of what was looked at. */
  readonly url: string
  readonly detail: string
}

/** @param url of what is looked at */
export function findingsOf<T>(rules: readonly Rule<T>[], of: T, url: string): readonly Finding[] {
  return rules.flatMap(({ id: rule, section, level, says, broken }) =>
    broken(of).map((detail) => ({ rule, section, level, says, url, detail })),
  )
}

/** A finding in one line. */
export const told = ({ rule, section, level, url, detail }: Finding): string =>
  `${section} (${level}) ${rule}: ${detail}, in ${url}`

/** Durations are written with some five decimals; sums of them are off by as much. */
export const ROUNDING = 0.001

/** `detail` where it does not hold. */
export const unless = (holds: boolean, detail: string): readonly string[] => (holds ? [] : [detail])
