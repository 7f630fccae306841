/** What the room shows, as it stands in its address. */
export type Search = Readonly<Record<string, never>>

export function readSearch(_search: Record<string, unknown>): Search {
  return {}
}
