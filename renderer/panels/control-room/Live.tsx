import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { LiveTable } from './LiveTable.tsx'
import { Tiles } from './Tiles.tsx'
import { useRights } from '../../stores/use-rights.ts'
import css from './Live.module.css'

/** From more than these on, tiles give way to a table. */
const MOST_TILES = 12

/** What is on air: tiles, or a table where there are too many. */
export function Live({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { operates } = useRights()
  const connected = useConnected()
  if (channels.length === 0) {
    return (
      <section className={css.nothing} aria-labelledby="nothing-on-air">
        <h2 id="nothing-on-air">{t(connected ? 'controlRoom.nothingOnAir' : 'onAir.unknown')}</h2>
        <p className="second">{t(connected ? 'controlRoom.nothingOnAirHelp' : 'onAir.unknownHelp')}</p>
        {operates && (
          <Button onClick={() => void navigate({ to: '/channels' })}>{t('controlRoom.toChannels')}</Button>
        )}
      </section>
    )
  }
  return channels.length > MOST_TILES ? <LiveTable channels={channels} /> : <Tiles channels={channels} />
}
