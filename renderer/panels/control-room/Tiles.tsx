import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useOpenIncident } from '../../api/incidents.ts'
import { openPopOut } from '../../preview/pop-out.ts'
import { useTiles, withPlaces } from '../../preview/use-tiles.ts'
import { TileBoundary } from '../../ui/stopped/StoppedTile.tsx'
import { Tile } from './Tile.tsx'
import css from './Live.module.css'

/** One tab stop for all tiles: arrows move, Enter opens the channel, P pops its picture out. */
export function Tiles({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation()
  const ids = channels.map(({ channelId }) => channelId)
  const isFailing = useOpenIncident()
  const { list, current, focused, move } = useTiles(ids)
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
      data-failing={isFailing || undefined}
      data-many={channels.length > 2 || undefined}
      aria-label={t('controlRoom.tiles')}
      onKeyDown={onKeyDown}
    >
      {withPlaces(channels).map(([place, channel]) => (
        <TileBoundary key={channel.channelId}>
          <Tile
            channel={channel}
            place={place}
            current={place === current}
            focus={() => focused(channel.channelId)}
          />
        </TileBoundary>
      ))}
    </ul>
  )
}
