/** Reading what the engine says from React. */
import { useMemo, useSyncExternalStore } from 'react'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { EngineView, OperatedEngine } from '../../../service/contract/console/engine-view.ts'
import type { AwaitedSchedule } from '../../../service/contract/console/schedules.ts'
import { engineTime } from './anchor.ts'
import { getLive, subscribeLive, type Live } from './store.ts'

export const useLive = (): Live => useSyncExternalStore(subscribeLive, getLive)

export function useConnected(): boolean {
  return useSyncExternalStore(subscribeLive, () => getLive().connected)
}

/** True of what those are told who look after channels. */
export const isOperated = (engine: EngineView): engine is OperatedEngine => engine.archive !== null

export function useEngine(): EngineView | null {
  return useSyncExternalStore(subscribeLive, () => getLive().state?.engine ?? null)
}

/** The same with what only those are told who operate; null for others. */
export function useOperated(): OperatedEngine | null {
  const engine = useEngine()
  return engine !== null && isOperated(engine) ? engine : null
}

/** The schedule that viewers wait for; null while there is none. As last known, without contact. */
export function useAwaited(): AwaitedSchedule | null {
  return useSyncExternalStore(subscribeLive, () => getLive().state?.engine.awaited ?? null)
}

/** Until when something is known of the engine, by its clock in ms since 1970; null while there is contact. */
export function useKnownUntil(): number | null {
  return useSyncExternalStore(subscribeLive, () => {
    const { lostAt, state } = getLive()
    return lostAt === null || state === null ? null : engineTime(state.clock, lostAt)
  })
}

const NONE: readonly ChannelView[] = []

/** All channels, in no order; null before the first snapshot. */
export function useChannels(): readonly ChannelView[] | null {
  const channels = useSyncExternalStore(subscribeLive, () => getLive().state?.channels ?? null)
  return useMemo(
    () => (channels === null ? null : channels.size === 0 ? NONE : [...channels.values()]),
    [channels],
  )
}

/** A channel that was just made comes with the next message; only after so many ms does it not exist. */
export const CHANNEL_GRACE_MS = 2000

/** One channel: undefined before the first snapshot, null when there is none of that id. */
export function useChannel(channelId: string): ChannelView | null | undefined {
  return useSyncExternalStore(subscribeLive, () => {
    const { state } = getLive()
    return state === null ? undefined : (state.channels.get(channelId) ?? null)
  })
}
