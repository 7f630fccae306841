import { Link } from '@tanstack/react-router'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { shortId } from '../../i18n/format.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './Destinations.module.css'

/** Links to the channels that use a destination; one without a name is called by its short id. */
export function ChannelNames({ channels }: Pick<DestinationView, 'channels'>) {
  return (
    <ul className={css.channels}>
      {channels.map(({ channelId, name }) => (
        <li key={channelId}>
          <Link to="/channels/$channelId" params={{ channelId }}>
            <UserText>{name === '' ? shortId(channelId) : name}</UserText>
          </Link>
        </li>
      ))}
    </ul>
  )
}
