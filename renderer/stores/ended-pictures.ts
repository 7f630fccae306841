/** Test pictures that were ended to relieve this computer, in this window: for a while they can be started again. */
import { create } from 'zustand'

/** How long that is offered, milliseconds. */
export const OFFERED_MS = 600_000

interface EndedPictures {
  /** Channel id → when its test picture was ended, engine time in ms since 1970. */
  readonly endedAt: ReadonlyMap<string, number>
  readonly add: (channelId: string, at: number) => void
}

export const useEndedPictures = create<EndedPictures>()((set) => ({
  endedAt: new Map(),
  add: (channelId, at) => set(({ endedAt }) => ({ endedAt: new Map(endedAt).set(channelId, at) })),
}))
