/** The rows of the list as pages come in, and the broadcasts that they belong to. Pure. */
import type { RecordingList, RecordingView } from '../../../service/contract/console-archive.ts'

/**
 * Puts a page in its place: what was known between its newest and its oldest row gives way to it, so that
 * changes show and what was deleted goes.
 * @param list newest first, without a gap; undefined before the first page
 * @param before what the page was asked with; Infinity for the newest one
 */
export function withPage(
  list: RecordingList | undefined,
  page: RecordingList,
  before: number,
): RecordingList {
  if (list === undefined) return page
  const newer = list.recordings.filter(({ sequence }) => sequence >= before)
  if (page.before === null) return { recordings: [...newer, ...page.recordings], before: null }
  const end = page.before
  const known = list.recordings[0]?.sequence ?? 0
  // A page that ends above everything known leaves a gap.
  if (newer.length === 0 && end > known) return page
  const older = list.recordings.filter(({ sequence }) => sequence < end)
  return {
    recordings: [...newer, ...page.recordings, ...older],
    before: older.length > 0 || (list.before !== null && list.before <= end) ? list.before : page.before,
  }
}

export const isUnfinished = ({ state }: Pick<RecordingView, 'state'>): boolean =>
  state === 'recording' || state === 'sealing' || state === 'uploading'

/** The first row below `sequence` that still changes. */
export const unfinishedBelow = (list: RecordingList, sequence: number): RecordingView | undefined =>
  list.recordings.find((row) => row.sequence < sequence && isUnfinished(row))

/** A recording with its place among the renditions of its broadcast. */
export interface Row extends RecordingView {
  /** True for the first rendition of a broadcast, which says whose it is. */
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
