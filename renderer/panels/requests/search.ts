/** What the log of calls shows, as it stands in its address. Pure. */
import { API_NAMES, STATUS_CLASSES } from '../../../service/contract/console/words.ts'
import type { RequestFilter } from '../../api/requests.ts'
import { readTimes, type Times } from '../../log/times.ts'
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

export interface Search extends Times {
  readonly api?: (typeof API_NAMES)[number]
  readonly status?: (typeof STATUS_CLASSES)[number]
  readonly operation?: string
  readonly caller?: string
  /** A part of operation, caller, address or bodies. */
  readonly q?: string
  /** The call whose details are shown. */
  readonly call?: string
}

const TEXTS = ['operation', 'caller', 'q', 'call'] as const

/** Reads an address; what is unknown or empty is left out. */
export function readSearch(address: Address): Search {
  const [api, status] = [oneOf(address, 'api', API_NAMES), oneOf(address, 'status', STATUS_CLASSES)]
  return {
    ...(api === undefined ? {} : { api }),
    ...(status === undefined ? {} : { status }),
    ...readTimes(address),
    ...textsOf(address, TEXTS),
  }
}

/** What the engine is asked for. */
export function filterOf({ call: _, q, ...filter }: Search): RequestFilter & Times {
  return q === undefined ? filter : { ...filter, search: q }
}

/** How many of the filters that stand beside the log are set. */
export const facetsSet = ({ call: _, q: __, ...facets }: Search): number => Object.keys(facets).length
