/** All channels on air at once: thumbnails, of which a few play. */
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { openPopOut } from '../../preview/pop-out.ts'
import { useTiles, withPlaces } from '../../preview/use-tiles.ts'
import { useWall } from '../../stores/wall.ts'
import { announce } from '../../ui/Announcer.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { TileBoundary } from '../../ui/stopped/StoppedTile.tsx'
import { NothingOnAir } from './NothingOnAir.tsx'
import { Tile } from './Tile.tsx'
import { INITIAL_WALL, soloed, tilesOf, toggled } from './wall.ts'
import { WallBar } from './WallBar.tsx'
import css from './Wall.module.css'

export function Wall({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation()
  const { layout, order } = useWall()
  const nameOf = useChannelName()
  const [state, setState] = useState(INITIAL_WALL)
  const tiles = tilesOf(channels, order, useNow(), nameOf)
  const ids = tiles.map(({ channelId }) => channelId)
  const { list, current, focused, move } = useTiles(ids)
  if (tiles.length === 0) return <NothingOnAir channels={channels} />

  const displaced = tiles.find(({ channelId }) => channelId === state.displaced)
  const toggle = (id: string) => setState((now) => toggled(now, id, ids))
  const solo = (place: number) => {
    const id = ids[place]
    if (id === undefined) return
    if (state.playing.includes(id)) setState((now) => soloed(now, id))
    else announce(t('preview.notPlaying', { number: place + 1 }))
  }
  const act = (key: string): boolean => {
    if (/^[1-9]$/.test(key)) solo(Number(key) - 1)
    else if (key === '0') setState((now) => soloed(now, null))
    else if (key.toLowerCase() === 'p') openPopOut(ids[current] ?? '')
    else return move(key)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (act(event.key)) event.preventDefault()
  }
  return (
    <div className={css.wall}>
      <WallBar
        playing={ids.filter((id) => state.playing.includes(id)).length}
        displaced={displaced ? nameOf(displaced) : null}
        sounds={state.sound !== null && ids.includes(state.sound)}
        mute={() => setState((now) => soloed(now, null))}
      />
      <div className={css.scroll}>
        <ul
          ref={list}
          className={css.tiles}
          data-layout={layout}
          aria-label={t('preview.tiles')}
          onKeyDown={onKeyDown}
        >
          {withPlaces(tiles).map(([place, channel]) => (
            <TileBoundary key={channel.channelId}>
              <Tile
                channel={channel}
                place={place}
                playing={state.playing.includes(channel.channelId)}
                sounds={state.sound === channel.channelId}
                current={place === current}
                toggle={() => toggle(channel.channelId)}
                solo={() => solo(place)}
                focus={() => focused(channel.channelId)}
              />
            </TileBoundary>
          ))}
        </ul>
      </div>
    </div>
  )
}
