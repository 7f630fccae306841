/** A fault in words: what happens, where, and when it is over. Pure. */
import type { TFunction } from 'i18next'
import type { FaultView } from '../../../../service/contract/console/emulator/faults.ts'
import type { Fault } from '../../../../service/contract/faults.ts'
import { bitRate, duration, plain } from '../../../i18n/format.ts'

const seconds = (ms: number) => String(ms / 1000)
const percent = (share: number) => String(Math.round(share * 1000) / 10)

export function whatText(t: TFunction, fault: Fault): string {
  if (fault.name !== undefined) return fault.name
  return `${effectText(t, fault)}${chosenText(t, fault)}`
}

function chosenText(t: TFunction, { match }: Fault): string {
  if (match?.every !== undefined) return t('emulator.faults.oneIn', { count: match.every })
  if (match?.share !== undefined) return t('emulator.faults.share', { percent: percent(match.share) })
  return ''
}

function effectText(t: TFunction, { at, effect }: Fault): string {
  switch (effect.kind) {
    case 'answer':
      return t('emulator.faults.effect.answer', { code: 'code' in effect ? effect.code : effect.status })
    case 'delay':
      return t('emulator.faults.effect.delay', { time: seconds(effect.delayMs) })
    case 'close':
      return t('emulator.faults.effect.close', { reason: effect.reason })
    case 'drop':
      if (at !== 'publisher' || !('awayMs' in effect)) return t('emulator.faults.effect.dropMessage')
      return t('emulator.faults.effect.drop', { time: seconds(effect.awayMs) })
    case 'lose-frames':
      return t('emulator.faults.effect.loseFrames', { percent: percent(effect.share) })
    case 'drift':
      return t('emulator.faults.effect.drift', { ppm: effect.ppm })
    case 'impair':
      return t('emulator.faults.effect.impair', { how: impairedHow(t, effect) })
    default:
      return t(`emulator.faults.effect.${effect.kind}`)
  }
}

type Impaired = Extract<Fault['effect'], { kind: 'impair' }>

function impairedHow(t: TFunction, { loss, delayMs, jitterMs, rateBps }: Impaired): string {
  return [
    ...(loss === undefined ? [] : [t('emulator.faults.effect.loss', { percent: percent(loss) })]),
    ...(delayMs === undefined ? [] : [t('emulator.faults.effect.delayed', { ms: delayMs })]),
    ...(jitterMs === undefined ? [] : [t('emulator.faults.effect.jitter', { ms: jitterMs })]),
    ...(rateBps === undefined ? [] : [t('emulator.faults.effect.rate', { rate: plain(bitRate(rateBps)) })]),
  ].join(t('common.listSeparator'))
}

/** @param channelName of an id */
export function whereText(t: TFunction, fault: Fault, channelName: (channelId: string) => string): string {
  const { at, match = {} } = fault
  const { every: _every, share: _share, after: _after, ...named } = match
  const told = Object.entries<string | boolean | undefined>(named).flatMap(([member, value]) => {
    if (member === 'channelId') return [t('emulator.faults.channel', { name: channelName(String(value)) })]
    if (member === 'onAir') return [t('emulator.faults.onAir')]
    return value === undefined ? [] : [String(value)]
  })
  const all = told.length === 0 && (at === 'publisher' || at === 'webrtc')
  const others = all ? [t(`emulator.faults.everything.${at}`)] : told
  return [t(`emulator.faults.place.${at}`), ...others].join(t('common.listSeparator'))
}

export function endText(t: TFunction, { fault: { ends }, hits }: FaultView): string {
  const { afterHits, afterMs } = ends ?? {}
  const texts = [
    ...(afterHits === undefined ? [] : [hitsText(t, afterHits, hits)]),
    ...(afterMs === undefined ? [] : [t('emulator.faults.after', { time: duration(afterMs) })]),
  ]
  return texts.length === 0 ? t('emulator.faults.byHand') : texts.join(t('common.listSeparator'))
}

const hitsText = (t: TFunction, count: number, hits: number) =>
  count === 1
    ? t('emulator.faults.once')
    : t('emulator.faults.afterHits', { count, left: Math.max(0, count - hits) })
