import type { Fault, FaultFacts, FaultPlace } from '../../contract/faults.ts'

/** They say which of what matches is hit. */
const CHOICE: ReadonlySet<string> = new Set(['share', 'every', 'after'])

/**
 * Whether what a rule names is this. A member that it does not name may be anything; one that it names and that
 * is not known of this does not match.
 */
export function matches(match: Fault['match'], facts: FaultFacts[FaultPlace]): boolean {
  if (match === undefined) return true
  const known = facts as Readonly<Record<string, unknown>>
  return Object.entries(match).every(([member, wanted]) => {
    if (CHOICE.has(member)) return true
    const value = known[member]
    if (typeof value === 'function') return (value as () => unknown)() === wanted
    if (member === 'url') return typeof value === 'string' && value.startsWith(String(wanted))
    if (member === 'operation') return value === wanted || String(value).split('.')[1] === wanted
    return value === wanted
  })
}
