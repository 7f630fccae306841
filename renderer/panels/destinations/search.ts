/** The address of the form of a new destination. Pure. */
import { STORES, type Store } from './stores.ts'

export interface NewDestinationSearch {
  /** What it starts with. */
  readonly store?: Store
  /** Id of the destination that it takes the place of. */
  readonly replace?: string
  /** True where the form of a new channel waits for the destination. */
  readonly channel?: boolean
}

export function readSearch({ store, replace, channel }: Record<string, unknown>): NewDestinationSearch {
  const known = STORES.find((s) => s === store)
  return {
    ...(known === undefined ? {} : { store: known }),
    ...(typeof replace === 'string' && replace !== '' ? { replace } : {}),
    ...(channel === true ? { channel } : {}),
  }
}
