import type { LevelDetails, MediaFragment } from 'hls.js'
import type { PartsView, PlaylistView, SegmentView } from './types.ts'

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
    parts: partsView(details),
    segments: [...openSegment(details), ...details.fragments.map(segmentView).reverse()],
  }
}

function partsView(details: LevelDetails): PartsView | null {
  const { partTarget, partHoldBack, canBlockReload } = details
  if (partTarget === 0) return null
  return { targetSeconds: partTarget, holdBackSeconds: partHoldBack, blocksReload: canBlockReload }
}

/** The segment that is being made, by its parts so far. */
function openSegment({ fragmentHint, partList }: LevelDetails): SegmentView[] {
  if (!fragmentHint) return []
  const parts = (partList ?? []).filter(({ fragment }) => fragment.sn === fragmentHint.sn)
  const newest = parts.at(-1)
  if (!newest) return []
  return [
    {
      sequence: fragmentHint.sn,
      name: nameIn(newest.relurl),
      durationSeconds: newest.fragOffset + newest.duration,
      bytes: null,
      at: fragmentHint.programDateTime,
      discontinuity: false,
      parts: parts.length,
    },
  ]
}

/** The last part of an address. */
const nameIn = (address = '') => address.replace(/\?.*$/, '').replace(/^.*\//, '')

function segmentView(fragment: MediaFragment, index: number, all: readonly MediaFragment[]): SegmentView {
  const before = all[index - 1]
  return {
    sequence: fragment.sn,
    name: nameIn(fragment.relurl),
    durationSeconds: fragment.duration,
    bytes: fragment.stats.total > 0 ? fragment.stats.total : null,
    at: fragment.programDateTime,
    discontinuity: before !== undefined && before.cc !== fragment.cc,
    parts: 0,
  }
}
