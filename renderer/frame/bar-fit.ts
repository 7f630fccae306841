/** Which items of a bar have room: of the status bar, and ports in the top bar. Pure. */

/** Where not all have room, the last of these give way first. */
const ORDER = [
  'on-air',
  'rest',
  'incidents',
  'late',
  'archives',
  'webhooks',
  'overload',
  'unreal',
  'channel',
  'version',
  'soon',
  'uploads',
  'disk',
  'port',
] as const
export type BarItem = (typeof ORDER)[number]

export const isBarItem = (text: string | undefined): text is BarItem => ORDER.some((one) => one === text)

/** Marks the element of an item. */
export const barItem = (item: BarItem) => ({ 'data-item': item })

interface Measured {
  readonly item: BarItem
  /** CSS pixels. */
  readonly width: number
}

/**
 * Whether each has room; of the same kind those that stand first. None is shown in place of one that matters
 * more.
 * @param room CSS pixels
 */
export function fitting(items: readonly Measured[], room: number): readonly boolean[] {
  const places = items
    .map(({ item, width }, place) => ({ width, place, rank: ORDER.indexOf(item) }))
    .sort((a, b) => a.rank - b.rank)
  const fit = items.map(() => false)
  let left = room
  for (const { width, place } of places) {
    left -= width
    if (left < 0) break
    fit[place] = true
  }
  return fit
}
