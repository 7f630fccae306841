import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink, IconListDetails, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { openPopOut } from '../../preview/pop-out.ts'
import { Thumbnail } from '../../preview/Thumbnail.tsx'
import { KeyCap } from '../../ui/KeyCap.tsx'
import { PicturePlate } from '../../channel/PicturePlate.tsx'
import { drawState } from '../../channel/state.ts'
import { stateText } from '../../channel/ChannelState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { usePicturePlate } from '../../channel/use-picture-plate.ts'
import { ChannelMeter } from '../../sound/ChannelMeter.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { playlistOf } from '../../channel/channel-kind.ts'
import { LivePicture } from './LivePicture.tsx'
import css from './Wall.module.css'

interface Props {
  readonly channel: ChannelView
  /** Place in the order of the tiles, from 0; the element itself stays where it is, so that it plays on. */
  readonly place: number
  readonly playing: boolean
  readonly sounds: boolean
  /** The one that Tab leads to. */
  readonly current: boolean
  readonly toggle: () => void
  readonly solo: () => void
  readonly focus: () => void
}

const icon = { size: 16, stroke: 1.6 } as const

/** One channel on air: a thumbnail, or its player, with its name and state. */
export function Tile(props: Props) {
  const { channel, place, playing, sounds, current } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const name = useChannelName()(channel)
  const drawn = drawState(channel, useNow(), useConnected())
  const state = stateText(t, drawn.words, channel.lastClose)
  const plate = usePicturePlate(channel)
  // A button's name stands for all that is in it.
  const said = [...new Set([state, ...(plate?.lines ?? [])])].join(t('common.listSeparator'))
  const hasHls = playlistOf(channel) !== null
  return (
    <li
      className={css.tile}
      style={{ order: place }}
      data-tone={drawn.tone}
      data-first={place === 0 || undefined}
      data-playing={playing || undefined}
    >
      <button
        type="button"
        className={css.picture}
        data-tile={place}
        aria-pressed={playing}
        aria-label={t('preview.tile', { name, state: said })}
        aria-disabled={!hasHls || undefined}
        tabIndex={current ? 0 : -1}
        onClick={hasHls ? props.toggle : undefined}
        onFocus={props.focus}
      >
        {playing && hasHls ? (
          <>
            <LivePicture channel={channel} sounds={sounds} />
            <PicturePlate plate={plate} />
          </>
        ) : hasHls ? (
          <>
            <Thumbnail channelId={channel.channelId} plate={plate} />
            <ChannelMeter channel={channel} decorative />
          </>
        ) : (
          <>
            <span className={css.message}>{!plate?.isOld && t('preview.withoutHls')}</span>
            <PicturePlate plate={plate} />
          </>
        )}
        {playing && <span className={css.plate}>{t('preview.playing')}</span>}
      </button>
      <div className={css.caption}>
        {place < 9 && <KeyCap>{String(place + 1)}</KeyCap>}
        <span className={css.name} title={name}>
          <UserText>{name}</UserText>
        </span>
        <StateWord glyph={drawn.glyph} tone={drawn.tone} text={state} />
        <span className={css.actions}>
          {playing && (
            <Tooltip label={sounds ? t('preview.soundOff') : t('preview.soundOn', { name })}>
              <ActionIcon
                aria-label={t('preview.soundOn', { name })}
                aria-pressed={sounds}
                tabIndex={-1}
                onClick={props.solo}
              >
                {sounds ? <IconVolume {...icon} /> : <IconVolumeOff {...icon} />}
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('preview.inspect', { name })}>
            <ActionIcon
              aria-label={t('preview.inspect', { name })}
              tabIndex={-1}
              onClick={() => void navigate({ to: '/preview', search: { channel: channel.channelId } })}
            >
              <IconListDetails {...icon} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('preview.popOutOf', { name })}>
            <ActionIcon
              aria-label={t('preview.popOutOf', { name })}
              tabIndex={-1}
              onClick={() => openPopOut(channel.channelId)}
            >
              <IconExternalLink {...icon} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
    </li>
  )
}
