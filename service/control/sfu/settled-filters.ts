import { DEFAULT_FILTER } from '../../contract/forwarding-filters.ts'
import type { ForwardingFilter } from '../../contract/forwarding-filters.ts'
import type { SfuAuthAllowed } from '../../contract/sfu-webhooks.ts'
import type { TrackFilter } from '../../contract/sfu-worker.ts'
import type { ConnectMessage } from '../../contract/signaling.ts'

type Given = Pick<ConnectMessage | SfuAuthAllowed, 'forwarding_filters' | 'forwarding_filter'>

/**
 * The filters of a connection in the order in which they are judged: those of the webhook where it gave any, even an
 * empty list, else the client's. Those of the same priority stay in the order of the list.
 */
export function settledFilters(connect: Given, answer: Given | null): readonly TrackFilter[] {
  const filters = (answer && listOf(answer)) ?? listOf(connect) ?? []
  return filters
    .toSorted((a, b) => priorityOf(b) - priorityOf(a))
    .map(({ action = DEFAULT_FILTER.action, rules }) => ({ action, rules }))
}

/** The list, before the old member with one. */
const listOf = ({ forwarding_filters: list, forwarding_filter: one }: Given) => list ?? (one && [one])

const priorityOf = ({ priority = DEFAULT_FILTER.priority }: ForwardingFilter) => priority
