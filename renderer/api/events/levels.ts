/** How loud channels are, past React: it comes 5 times a second. */
import type { SoundLevels } from '../../../service/contract/console/events.ts'

/** Highest sample of late, left and right, dBFS. */
export type Levels = readonly [left: number, right: number]

const listeners = new Map<string, Set<(levels: Levels) => void>>()

export function takeLevels(all: readonly SoundLevels[]): void {
  for (const [channelId, left, right] of all) {
    for (const listener of listeners.get(channelId) ?? []) listener([left, right])
  }
}

/** @returns how to stop */
export function followLevels(channelId: string, listener: (levels: Levels) => void): () => void {
  const known = listeners.get(channelId) ?? new Set()
  listeners.set(channelId, known.add(listener))
  return () => {
    known.delete(listener)
    if (known.size === 0) listeners.delete(channelId)
  }
}
