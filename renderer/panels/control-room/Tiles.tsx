import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console.ts'
import { openPopOut } from '../../preview/pop-out.ts'
import { tileAfter } from '../preview/wall.ts'
import { Tile } from './Tile.tsx'
import css from './Live.module.css'

/** One tab stop for all tiles: arrows move, Enter opens the channel, P pops its picture out. */
export function Tiles({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation()
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const ids = channels.map(({ channelId }) => channelId)
  const current = Math.max(0, ids.indexOf(focused ?? ''))

  const move = (key: string): boolean => {
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
    tiles.sort((a, b) => Number(a.dataset['tile']) - Number(b.dataset['tile']))
    const places = tiles.map((tile) => tile.closest('li')?.getBoundingClientRect() ?? new DOMRect())
    const next = tileAfter(key, current, places)
    tiles[next]?.focus()
    return next !== -1
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const popsOut = event.key.toLowerCase() === 'p' && !event.repeat
    if (popsOut) openPopOut(ids[current] ?? '')
    if (popsOut || move(event.key)) event.preventDefault()
  }
  return (
    <ul
      ref={list}
      className={css.tiles}
      data-many={channels.length > 2 || undefined}
      aria-label={t('controlRoom.tiles')}
      onKeyDown={onKeyDown}
    >
      {/* A tile stays the same element when it becomes worse, so that it keeps the focus. */}
      {[...channels.entries()]
        .sort(([, a], [, b]) => (a.channelId < b.channelId ? -1 : 1))
        .map(([place, channel]) => (
          <Tile
            key={channel.channelId}
            channel={channel}
            place={place}
            current={place === current}
            focus={() => setFocused(channel.channelId)}
          />
        ))}
    </ul>
  )
}
