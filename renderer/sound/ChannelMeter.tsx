/** How loud what arrives on a channel is, as the service hears it. */
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import { followLevels } from '../api/events/levels.ts'
import { SoundMeter } from './SoundMeter.tsx'
import type { FollowLevels } from './use-levels.ts'
import { soundOf } from './sound-of.ts'
import { soundText } from './sound-text.ts'

interface Props {
  readonly channel: ChannelView
  /** True where it stands in something that has a name of its own. */
  readonly decorative?: boolean
}

/** Nothing where no sound is asked for, or none is decoded: what is not measured has no bars that look silent. */
export function ChannelMeter({ channel, decorative = false }: Props) {
  const { t } = useTranslation()
  const connected = useConnected()
  const { channelId } = channel
  const follow = useCallback<FollowLevels>((draw) => followLevels(channelId, draw), [channelId])
  const sound = connected ? soundOf(channel) : null
  if (sound === null || sound.kind === 'not-measured') return null
  if (decorative) return <SoundMeter follow={follow} />
  const loudness = sound.kind === 'measured' ? sound.shortTermLufs : null
  return (
    <SoundMeter follow={follow} label={t('sound.arriving')} loudness={loudness} text={soundText(t, sound)} />
  )
}
