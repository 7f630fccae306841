/** What a tile says on its picture: what viewers do not get, in the words of state and findings. Pure. */
import type { ChannelView, Finding } from '../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { drawState, type DrawnState } from './state.ts'

/** The worst first; what is missing altogether is told by its finding alone, as everywhere. */
const LACKS = ['no-video', 'black', 'no-audio', 'silent', 'frozen'] as const satisfies Finding['code'][]
/** States in which nothing comes. */
const NOTHING_COMES: ReadonlySet<ChannelView['state']> = new Set(['starving', 'no-signal', 'reconnecting'])

interface Lack {
  readonly code: (typeof LACKS)[number]
  /** For how long, in milliseconds. */
  readonly ms: number
}

export interface PicturePlate extends Pick<DrawnState, 'glyph' | 'tone' | 'words'> {
  /** Empty where nothing comes at all, which the words of the state say. */
  readonly lacks: readonly Lack[]
  /** No new picture comes: what is shown is the last one. */
  readonly isOld: boolean
  /** When the last picture came, milliseconds since 1970; null where that is not known. */
  readonly lastPictureAt: number | null
}

/** @param now milliseconds since 1970 @returns null where viewers get what they should, as far as that is known */
export function picturePlate(
  channel: ChannelView,
  incidents: readonly IncidentView[],
  now: number,
  connected: boolean,
): PicturePlate | null {
  if (!connected || channel.onAirSince === null) return null
  const open = incidents.filter((one) => one.channelId === channel.channelId && one.overAt === null)
  const beganAt = (kind: IncidentView['kind']) => open.find((one) => one.kind === kind)?.beganAt ?? null
  const { glyph, tone, words } = drawState(channel, now, connected)
  if (NOTHING_COMES.has(channel.state)) {
    return { glyph, tone, words, lacks: [], isOld: true, lastPictureAt: beganAt('picture-stopped') }
  }
  const lacks = LACKS.flatMap((code) => {
    const found = channel.findings.find((finding) => finding.code === code)
    return found ? [{ code, ms: Number(found.values['seconds'] ?? 0) * 1000 }] : []
  })
  if (lacks.length === 0) return null
  const isOld = lacks.some(({ code }) => code === 'no-video')
  return { glyph, tone, words, lacks, isOld, lastPictureAt: isOld ? beganAt('no-video') : null }
}
