import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { useChannelName } from '../../../channel/use-channel-name.ts'
import { UserText } from '../../../ui/UserText.tsx'
import css from './Many.module.css'

interface Props {
  readonly title: string
  readonly channels: readonly ChannelView[]
  readonly whyOf?: (channel: ChannelView) => string
}

/** Channels by their names, each with a reason where there is one. They scroll where they are many. */
export function ChannelNames({ title, channels, whyOf }: Props) {
  const nameOf = useChannelName()
  return (
    <section>
      <h3>{title}</h3>
      <ul className={css.names} tabIndex={0} aria-label={title}>
        {channels.map((channel) => (
          <li key={channel.channelId}>
            <UserText className="cut">{nameOf(channel)}</UserText>
            {whyOf && <span className={css.why}>{whyOf(channel)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
