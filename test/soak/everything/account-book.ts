/** One listed object with what it was made or changed to, all as text. */
export type Facts = Readonly<Record<string, string>>

export interface Listed {
  readonly id: string
  readonly facts: Facts
}

/** What of a listing contradicts a book, in words. */
export interface Contradictions {
  /** Lacking, or other than it was acknowledged. */
  readonly made: readonly string[]
  readonly deleted: readonly string[]
  /** More than once, or of nobody. */
  readonly listed: readonly string[]
}

/** All that was acknowledged to a client that is the only one to make, change and delete objects of a kind. */
export class AccountBook {
  readonly alive = new Map<string, Facts>()
  readonly gone = new Set<string>()

  /** @param others is true for what somebody else has made */
  compare(listing: readonly Listed[], others: (id: string) => boolean): Contradictions {
    const listed = new Map<string, Facts>()
    const [made, deleted, twice]: [string[], string[], string[]] = [[], [], []]
    for (const { id, facts } of listing) {
      if (listed.has(id)) twice.push(`${id} is listed twice`)
      listed.set(id, facts)
      if (this.gone.has(id)) deleted.push(`${id} is listed`)
      else if (!this.alive.has(id) && !others(id)) twice.push(`${id} was made by nobody: ${textOf(facts)}`)
    }
    for (const [id, facts] of this.alive) {
      const found = listed.get(id)
      if (!found) made.push(`${id} is not listed: ${textOf(facts)}`)
      else if (textOf(found) !== textOf(facts)) made.push(`${id} is ${textOf(found)}, not ${textOf(facts)}`)
    }
    return { made, deleted, listed: twice }
  }
}

/** The same for the same facts, in whatever order they came. */
function textOf(facts: Facts): string {
  return JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => a.localeCompare(b)))
}
