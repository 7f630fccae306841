import type { TFunction } from 'i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { closeText } from '../i18n/close.ts'
import { playlistOf } from '../channel/channel-kind.ts'
import type { PreviewPlayer } from './use-preview-player.ts'

export interface PlayerMessage {
  readonly title: string
  readonly help?: string | undefined
  /** Offers to start the player again. */
  readonly reload?: boolean
  /** Stands over a picture rather than in its place. */
  readonly over?: boolean
}

/** Why there is no picture and what happens next; null while there is one. */
export function playerMessage(
  t: TFunction,
  channel: ChannelView,
  { state, seen, connected }: Pick<PreviewPlayer, 'state' | 'seen' | 'connected'>,
): PlayerMessage | null {
  if (!seen) return { title: t('player.hidden') }
  if (playlistOf(channel) === null) return { title: t('preview.withoutHls') }
  if (channel.onAirSince === null) {
    // It may be on air meanwhile.
    return connected ? offAir(t, channel) : { title: t('onAir.unknown'), help: t('onAir.unknownHelp') }
  }
  const status = state?.status ?? { kind: 'loading' }
  switch (status.kind) {
    case 'loading':
      return { title: t('player.loading') }
    case 'waiting':
      return { title: t('player.waiting') }
    case 'unsupported':
      return { title: t('player.noMedia') }
    case 'failed':
      return {
        title: t('player.failed'),
        help:
          status.keyStatus === null
            ? [
                t(`player.cause.${status.cause}`),
                t(connected ? 'player.failedHelp' : 'player.failedUnknown'),
              ].join(t('common.sentenceSeparator'))
            : t('player.keyFailed', { status: status.keyStatus }),
        reload: true,
      }
    case 'ready':
      return audioOnly(channel) ? { title: t('player.audioOnly') } : null
  }
}

const audioOnly = (channel: ChannelView) =>
  channel.renditions.every((rendition) => rendition.video === undefined)

function offAir(t: TFunction, channel: ChannelView): PlayerMessage {
  const seconds = channel.firstSegmentInSeconds ?? 0
  if (channel.state === 'packaging' && seconds > 0) return { title: t('player.waitingFirst', { seconds }) }
  if (channel.state === 'packaging' || channel.state === 'receiving') return { title: t('player.waiting') }
  const close = channel.lastClose
  return {
    title: t(channel.state === 'ended' ? 'player.ended' : 'player.nothing'),
    help: close ? closeText(t, close) : t('player.nothingHelp'),
  }
}
