/** What the list of recordings shows, as it stands in its address. Pure. */
import type { RecordingState } from '../../../service/contract/console/recordings.ts'
import { RECORDING_STATES } from '../../../service/contract/console/words.ts'
import type { RecordingFilter } from '../../api/recordings.ts'
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

export interface RecordingSearch {
  readonly state?: RecordingState
  readonly channel?: string
  readonly connection?: string
  readonly destination?: string
  /** A part of the channel's name, the schedule's name or an id. */
  readonly q?: string
  /** The recording whose details are shown. */
  readonly recording?: string
}

const TEXTS = ['channel', 'connection', 'destination', 'q', 'recording'] as const

/** Reads an address; what is unknown or empty is left out. */
export function readSearch(address: Address): RecordingSearch {
  const state = oneOf(address, 'state', RECORDING_STATES)
  return { ...(state === undefined ? {} : { state }), ...textsOf(address, TEXTS) }
}

/** What the engine is asked for. */
export function filterOf({ recording: _, q, ...filter }: RecordingSearch): RecordingFilter {
  return q === undefined ? filter : { ...filter, search: q }
}
