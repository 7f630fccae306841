import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { bitRate, grouped } from '../../i18n/format.ts'
import { openPopOut } from '../../preview/pop-out.ts'
import { Thumbnail } from '../../preview/Thumbnail.tsx'
import { ChannelLink } from '../../channel/ChannelLink.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { PictureAge } from '../../channel/PictureAge.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { PicturePlate } from '../../channel/PicturePlate.tsx'
import { drawState } from '../../channel/state.ts'
import { stateMark, stateText } from '../../channel/ChannelState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { told } from '../../ui/told.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { usePicturePlate } from '../../channel/use-picture-plate.ts'
import { UserText } from '../../ui/UserText.tsx'
import { ChannelMeter } from '../../sound/ChannelMeter.tsx'
import { SoundFigure } from '../../sound/SoundFigure.tsx'
import { playlistOf } from '../../channel/channel-kind.ts'
import { renditionNames } from '../../channel/ladder.ts'
import { pictureOf } from '../../channel/live.ts'
import { Sparkline } from './Sparkline.tsx'
import css from './Live.module.css'

interface Props {
  readonly channel: ChannelView
  /** Place in the order of the tiles, from 0. */
  readonly place: number
  /** The one that Tab leads to. */
  readonly current: boolean
  readonly focus: () => void
}

/** One channel: what viewers see, and what decides whether to worry. */
export function Tile({ channel, place, current, focus }: Props) {
  const { t } = useTranslation()
  const connected = useConnected()
  const name = useChannelName()(channel)
  const drawn = drawState(channel, useNow(), connected)
  const state = stateText(t, drawn.words, channel.lastClose)
  const plate = usePicturePlate(channel)
  const picture = connected ? pictureOf(channel) : null
  const about = [
    t(playlistOf(channel) ? `controlRoom.kind.${channel.kind}` : `channels.kind.${channel.kind}`),
    renditionNames(channel.renditions, t('channels.audioOnly')),
  ]
  return (
    <li className={css.tile} style={{ order: place }} data-tone={drawn.tone} data-place="tile">
      <div className={css.picture}>
        {playlistOf(channel) ? (
          <Thumbnail channelId={channel.channelId} plate={plate} />
        ) : (
          <>
            <span className={css.noPicture}>{!plate?.isOld && t('preview.withoutHls')}</span>
            <PicturePlate plate={plate} />
          </>
        )}
        <span className={css.plate}>
          <OnAirPlate since={channel.onAirSince} />
        </span>
        <ChannelMeter channel={channel} />
      </div>
      <div className={css.caption}>
        <div className={css.who}>
          <ChannelLink
            className={css.name}
            channelId={channel.channelId}
            data-tile={place}
            tabIndex={current ? 0 : -1}
            aria-label={t('controlRoom.tile', { name, state })}
            aria-keyshortcuts="P"
            onFocus={focus}
          >
            <UserText>{name}</UserText>
          </ChannelLink>
          <div className="meta">{about.filter((part) => part !== '').join(' · ')}</div>
        </div>
        <StateWord glyph={drawn.glyph} tone={drawn.tone} text={state} mark={stateMark(channel, drawn)} />
        <Tooltip label={t('preview.popOutOf', { name })}>
          <ActionIcon
            className={css.popOut}
            aria-label={t('preview.popOutOf', { name })}
            tabIndex={-1}
            onClick={() => openPopOut(channel.channelId)}
          >
            <IconExternalLink size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={css.age}>
        <PictureAge channel={channel} />
      </div>
      <dl className={css.figures}>
        <Item label={t('controlRoom.video')}>
          {picture ? <Figure strong value={bitRate(picture.bitRateBps)} /> : '–'}
          <Sparkline channelId={channel.channelId} />
        </Item>
        <Item label={t('controlRoom.frameRate')} short={t('controlRoom.frames')}>
          {picture ? <Figure strong value={{ value: picture.frameRate.toFixed(1), unit: 'fps' }} /> : '–'}
        </Item>
        <Item label={t('sound.title')}>
          <SoundFigure channel={channel} />
        </Item>
        <Item label={t('controlRoom.viewers')}>
          <strong className="num" {...told('viewers', channel.viewers, channel.channelId)}>
            {connected && channel.onAirSince !== null ? grouped(channel.viewers) : '–'}
          </strong>
        </Item>
      </dl>
    </li>
  )
}

interface ItemProps {
  readonly label: string
  /** Where the room is narrow. */
  readonly short?: string
  readonly children: ReactNode
}

const Item = ({ label, short = label, children }: ItemProps) => (
  <div>
    <dt className="meta">
      <span className={css.wide}>{label}</span>
      <span className={css.narrow}>{short}</span>
    </dt>
    <dd>{children}</dd>
  </div>
)
