/** @param widths columns as in `grid-template-columns` @returns what they ask for at least, CSS pixels. Pure. */
export function leastWidth(widths: string): number {
  const least = [...widths.matchAll(/minmax\(([^,]*),[^)]*\)|\S+/g)].map(([all, min = all]) => min)
  return least.reduce((sum, one) => sum + (one.endsWith('px') ? Number.parseFloat(one) : 0), 0)
}
