/** Of several incidents: which comes first, which is told in full, and which fold to a line. Pure. */
import type { IncidentKind, IncidentView } from '../../../service/contract/console/incidents.ts'

/** Lines of folded ones that are listed before the others are asked for. */
export const MOST_FOLDED = 4

const BADNESS: Readonly<Record<IncidentKind, number>> = {
  'picture-stopped': 0,
  'no-video': 1,
  'no-audio': 2,
  'late-start': 3,
}

/** Those that go on before those that are over; of the former the worst first, of equal ones the newest. */
export function worstFirst(incidents: readonly IncidentView[]): readonly IncidentView[] {
  const badness = ({ kind, overAt }: IncidentView) => (overAt === null ? BADNESS[kind] : 10)
  return [...incidents].sort(
    (a, b) => badness(a) - badness(b) || b.beganAt - a.beganAt || (a.id < b.id ? -1 : 1),
  )
}

/**
 * The one that is told in full: who looks may choose; else the first that nobody has taken note of, so that each is
 * seen before it is acknowledged.
 * @param chosen id of one that somebody unfolded
 */
export function toldInFull(incidents: readonly IncidentView[], chosen: string | null): IncidentView | null {
  const isNew = ({ acknowledged }: IncidentView) => acknowledged === null
  return incidents.find(({ id }) => id === chosen) ?? incidents.find(isNew) ?? incidents[0] ?? null
}

/** Those that are drawn while the others are folded away. */
export function drawn(
  incidents: readonly IncidentView[],
  full: IncidentView | null,
  all: boolean,
): readonly IncidentView[] {
  const folded = incidents.filter((one) => one !== full)
  if (all || folded.length <= MOST_FOLDED) return incidents
  const kept = new Set(folded.slice(0, MOST_FOLDED))
  return incidents.filter((one) => one === full || kept.has(one))
}
