/** Recordings as rows, and the broadcasts that they belong to. Pure. */
import type { RecordingView } from '../../../service/contract/console/recordings.ts'

/** A recording with its place among the renditions of its broadcast. */
export interface Row extends RecordingView {
  /** True for the first rendition of a broadcast, which shows the channel's name. */
  readonly leads: boolean
  /** True for the last one. */
  readonly ends: boolean
}

/** The rows broadcast by broadcast, the renditions of each in their own order. */
export function byBroadcast(recordings: readonly RecordingView[]): readonly Row[] {
  const groups = new Map<string, RecordingView[]>()
  for (const recording of recordings) {
    const group = groups.get(recording.connectionId)
    if (group === undefined) groups.set(recording.connectionId, [recording])
    else group.push(recording)
  }
  return [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => a.rendition - b.rendition)
      .map((recording, index) => ({ ...recording, leads: index === 0, ends: index === group.length - 1 })),
  )
}
