/** The order of the list of channels, as its heads give it. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { byUrgency } from '../../channel/state.ts'

/** Columns that sort; by state is the order without a choice: the worst first. */
export const SORTS = ['name', 'kind', 'renditions', 'viewers', 'since'] as const
export type SortColumn = (typeof SORTS)[number]

export interface Sort {
  readonly by: SortColumn
  readonly descending: boolean
}

/** The first click on a head sorts as most look for it, the second the other way, the third as without. */
export function nextSort(sort: Sort | null, by: SortColumn): Sort | null {
  const first = by === 'viewers' || by === 'since' || by === 'renditions'
  if (sort?.by !== by) return { by, descending: first }
  return sort.descending === first ? { by, descending: !first } : null
}

/** When it went on air, or into its state. */
const sinceOf = ({ onAirSince, stateSince }: ChannelView): number => onAirSince ?? stateSince
const heightOf = ({ renditions }: ChannelView): number =>
  Math.max(0, ...renditions.map(({ video }) => video?.height ?? 0))

/**
 * Compares two channels; those that are alike keep the order of states.
 * @param nameOf what a channel is called @param language of the names' order
 */
export function byColumn(
  { by, descending }: Sort,
  nameOf: (channel: ChannelView) => string,
  language: string,
): (a: ChannelView, b: ChannelView) => number {
  const collator = new Intl.Collator(language, { numeric: true })
  const compare: Readonly<Record<SortColumn, (a: ChannelView, b: ChannelView) => number>> = {
    // Those without a name of their own stand together, at the end.
    name: (a, b) => Number(a.name === '') - Number(b.name === '') || collator.compare(nameOf(a), nameOf(b)),
    kind: (a, b) => (a.kind < b.kind ? -1 : Number(a.kind > b.kind)),
    renditions: (a, b) => heightOf(a) - heightOf(b) || a.renditions.length - b.renditions.length,
    viewers: (a, b) => a.viewers - b.viewers,
    since: (a, b) => sinceOf(a) - sinceOf(b),
  }
  const urgency = byUrgency(0)
  const sign = descending ? -1 : 1
  return (a, b) => sign * compare[by](a, b) || urgency(a, b)
}
