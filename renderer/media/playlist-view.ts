import type { LevelDetails, MediaFragment } from 'hls.js'
import type { PlaylistView, SegmentView } from './types.ts'

/** Copies what the inspector shows out of hls.js's own, which it keeps changing. */
export function playlistView(level: number, details: LevelDetails): PlaylistView {
  return {
    level,
    url: details.url,
    text: details.m3u8,
    targetSeconds: details.targetduration,
    startSequence: details.startSN,
    startOffset: details.startTimeOffset,
    encrypted: details.encryptedFragments.length > 0,
    segments: details.fragments.map(segmentView).reverse(),
  }
}

function segmentView(fragment: MediaFragment, index: number, all: readonly MediaFragment[]): SegmentView {
  const before = all[index - 1]
  return {
    sequence: fragment.sn,
    name: (fragment.relurl ?? '').replace(/\?.*$/, '').replace(/^.*\//, ''),
    durationSeconds: fragment.duration,
    bytes: fragment.stats.total > 0 ? fragment.stats.total : null,
    at: fragment.programDateTime,
    discontinuity: before !== undefined && before.cc !== fragment.cc,
  }
}
