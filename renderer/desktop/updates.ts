import { create } from 'zustand'
import type { UpdateState, UpdateView } from '../../service/contract/desktop-bridge.ts'
import { desktop } from './bridge.ts'

/** How far a new version of the desktop application has come; null in a browser. Main knows, this shows. */
export const useUpdates = create<UpdateView | null>(() => null)

/** Shows what main says, from now on. */
export function followUpdates(): void {
  desktop?.onUpdates((view) => useUpdates.setState(view, true))
  void desktop?.update('tell').catch(() => undefined)
}

/** States in which there is a new version. */
export type VersionState = Extract<UpdateState, { readonly version: string }>

export const hasVersion = (state: UpdateState): state is VersionState => 'version' in state

/**
 * Names of a state's texts and what they are filled with.
 * @param now milliseconds since 1970
 */
export function versionWords(state: VersionState, now: number) {
  const { phase, version } = state
  const restartsAt = phase === 'waiting' ? state.restartsAt : null
  return {
    key: restartsAt === null ? phase : ('restarting' as const),
    values: {
      version,
      percent: phase === 'downloading' ? state.percent : 0,
      seconds: Math.max(0, Math.ceil(((restartsAt ?? now) - now) / 1000)),
    },
  }
}
