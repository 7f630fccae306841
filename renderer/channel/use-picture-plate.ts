import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useNow } from '../api/events/clock.ts'
import { useConnected } from '../api/events/hooks.ts'
import { useIncidents } from '../api/incidents.ts'
import { shortDuration, timeOfDay } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { picturePlate, type PicturePlate } from './picture-plate.ts'
import { stateText } from './ChannelState.tsx'
import { told, type Mark } from '../ui/told.ts'

export interface PlateText extends Pick<PicturePlate, 'glyph' | 'tone' | 'isOld'> {
  /** What viewers do not get, the worst first. */
  readonly lines: readonly string[]
  /** When the last picture came; null where that is not known. */
  readonly last: string | null
  /** The same as data; null where it blames nothing. */
  readonly mark: Mark | null
}

/** What a tile says on its picture, in the language of the console; null where nothing is amiss. */
export function usePicturePlate(channel: ChannelView): PlateText | null {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const plate = picturePlate(channel, useIncidents(), useNow(), useConnected())
  if (plate === null) return null
  const { glyph, tone, isOld, words, lacks, lastPictureAt: at } = plate
  const missed = lacks.map(({ code, ms }) => t(`onAir.lacks.${code}`, { time: shortDuration(ms) }))
  const lines = missed.length > 0 ? missed : [stateText(t, words, channel.lastClose)]
  const last = at === null ? null : t('onAir.lastPicture', { time: timeOfDay(at, timeZone) })
  const codes = lacks.map(({ code }) => code).join(' ')
  return { glyph, tone, isOld, lines, last, mark: told('plate', codes || words.key, channel.channelId) }
}
