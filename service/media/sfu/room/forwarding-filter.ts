import type { FilterRule } from '../../../contract/forwarding-filters.ts'
import type { TrackFilter } from '../../../contract/sfu-worker.ts'

/** A track that somebody may get, by what filters know of it. */
export interface FilteredTrack {
  readonly connectionId: string
  readonly clientId: string
  readonly kind: 'audio' | 'video'
}

type Test = (track: FilteredTrack) => boolean

/**
 * What the filters of a receiver let through: the first that matches a track decides. A track that none matches is
 * let through, unless every filter allows: then what they allow is all there is. Pure.
 * @param filters in the order in which they are judged
 */
export function letsThrough(filters: readonly TrackFilter[]): Test {
  const judged = filters.map(({ action, rules }) => ({
    allows: action === 'allow',
    matches: matching(rules),
  }))
  const otherwise = judged.length === 0 || judged.some(({ allows }) => !allows)
  return (track) => judged.find(({ matches }) => matches(track))?.allows ?? otherwise
}

function matching(rules: TrackFilter['rules']): Test {
  const alternatives = rules.map((all) => all.map(meets))
  return (track) => alternatives.some((all) => all.every((meets) => meets(track)))
}

function meets({ field, operator, values }: FilterRule): Test {
  const known = new Set(values)
  const wanted = operator === 'is_in'
  return (track) => known.has(valueOf(track, field)) === wanted
}

function valueOf({ connectionId, clientId, kind }: FilteredTrack, field: FilterRule['field']): string {
  if (field === 'kind') return kind
  return field === 'client_id' ? clientId : connectionId
}
