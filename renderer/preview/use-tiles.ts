import { useRef, useState, type RefObject } from 'react'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { tileAfter } from './tile-after.ts'

/** A list of tiles, each marked `data-tile` with its place, of which one at a time is a tab stop. */
export interface Tiles {
  /** The list's element. */
  readonly list: RefObject<HTMLUListElement | null>
  /** Place of the tile that is the tab stop. */
  readonly current: number
  /** To be called by a tile that gets the focus. */
  readonly focused: (channelId: string) => void
  /** Leads the focus as arrows, Home and End say; false for another key. */
  readonly move: (key: string) => boolean
}

/** @param ids of the channels, in the order in which they are seen */
export function useTiles(ids: readonly string[]): Tiles {
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const current = Math.max(0, ids.indexOf(focused ?? ''))
  return {
    list,
    current,
    focused: setFocused,
    move(key) {
      const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
      tiles.sort((a, b) => Number(a.dataset['tile']) - Number(b.dataset['tile']))
      const places = tiles.map((tile) => tile.closest('li')?.getBoundingClientRect() ?? new DOMRect())
      const next = tileAfter(key, current, places)
      tiles[next]?.focus()
      return next !== -1
    },
  }
}

/**
 * Channels with their places, in an order of elements that never changes: a tile that gets another place stays
 * the same element, so that it keeps the focus.
 */
export const withPlaces = (channels: readonly ChannelView[]): [place: number, channel: ChannelView][] =>
  [...channels.entries()].sort(([, a], [, b]) => (a.channelId < b.channelId ? -1 : 1))
