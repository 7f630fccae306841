/** Rows of a table that were chosen, for what is done to many at once. Pure. */
export type Chosen = ReadonlySet<string>

/** Takes one in, or out. */
export function toggled(chosen: Chosen, id: string): Chosen {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Takes in all from one row to another. @param order ids as they are shown */
export function withRange(chosen: Chosen, order: readonly string[], from: string, to: string): Chosen {
  const [a, b] = [order.indexOf(from), order.indexOf(to)]
  if (b === -1) return chosen
  const first = a === -1 ? b : a
  return new Set([...chosen, ...order.slice(Math.min(first, b), Math.max(first, b) + 1)])
}

/** Takes in all that are shown; takes them out where all of them are in. Those that are not shown stay. */
export function withAll(chosen: Chosen, order: readonly string[]): Chosen {
  const areIn = howMany(chosen, order) === 'all'
  const next = new Set(chosen)
  for (const id of order) {
    if (areIn) next.delete(id)
    else next.add(id)
  }
  return next
}

/** How many of those shown are chosen. */
export function howMany(chosen: Chosen, order: readonly string[]): 'none' | 'some' | 'all' {
  const count = order.filter((id) => chosen.has(id)).length
  return count === 0 ? 'none' : count === order.length ? 'all' : 'some'
}
