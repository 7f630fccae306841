/** The graphs of a channel's health: what each shows, its axis and its figure, and what is to be said of it. Pure. */
import type { HealthView, Measure } from '../../../../service/contract/console/health.ts'
import type { Finding } from '../../../../service/contract/console/channel-view.ts'
import { bitRate, signed, type Figure } from '../../../i18n/format.ts'
import type { Values } from './history.ts'

export type GraphId = 'bitrate' | 'frameRate' | 'keyFrames' | 'drift' | 'received' | 'sent'
export type Range = readonly [low: number, high: number]

export interface GraphSpec {
  readonly id: GraphId
  readonly measure: Measure
  /** Target or limit, in the unit of the measure. */
  readonly limit: number | null
  /** A value holds until the next. */
  readonly stepped: boolean
}

export function graphsOf({ kind, targets }: Pick<HealthView, 'kind' | 'targets'>): readonly GraphSpec[] {
  const graph = (id: GraphId, measure: Measure, limit: number | null = null): GraphSpec => ({
    ...{ id, measure, limit },
    stepped: id === 'keyFrames',
  })
  if (kind === 'webrtc') return [graph('received', 'received'), graph('sent', 'sent')]
  return [
    graph('bitrate', 'video', targets.videoBps),
    graph('frameRate', 'frameRate', targets.frameRate),
    graph('keyFrames', 'keyFrames', targets.keyFrames),
    // The axis would be mostly empty if it reached to the limit: it does where the drift is large.
    graph('drift', 'drift'),
  ]
}

/** The graph that proves a finding; none where nothing that is measured does. */
export const PROOF: Readonly<Record<Finding['code'], GraphId | null>> = {
  'keyframe-interval': 'keyFrames',
  'bitrate-above-top': 'bitrate',
  'frame-rate-low': 'frameRate',
  'network-gap': 'bitrate',
  drift: 'drift',
  'no-audio': null,
  'no-video': 'bitrate',
  silent: null,
  black: null,
  frozen: null,
  'source-small': null,
  'sound-late': null,
  'transcoding-late': null,
  'transcoder-restarted': null,
  'disk-full': null,
}

/** Of the nominal frame rate, so much is how it usually varies. */
const NOISE = 1.125

const isRate = ({ id }: GraphSpec) => id === 'bitrate' || id === 'received' || id === 'sent'

/**
 * The axis for these values. @param before it never shrinks below this
 */
export function rangeOf(spec: GraphSpec, values: Values, before: Range | null): Range {
  const known = values.filter((value) => value !== null)
  const [min, max] = [Math.min(...known, Infinity), Math.max(...known, -Infinity)]
  const [low, high] = plainRange(spec, min, max)
  return before ? [Math.min(before[0], low), Math.max(before[1], high)] : [low, high]
}

function plainRange({ id, limit }: GraphSpec, min: number, max: number): Range {
  switch (id) {
    case 'frameRate': {
      const nominal = limit ?? roundUp(Math.max(30, max))
      // What was gathered comes at once after a pause: then the axis has room for that too.
      const high = max > nominal * NOISE ? roundUp(max) : nominal * NOISE
      const low = Math.floor((nominal * 2) / 15) * 5
      return [min < low ? 0 : low, high]
    }
    case 'keyFrames':
      return [0, roundUp(Math.max((limit ?? 2) * 1.5, max * 1.1))]
    case 'drift': {
      const high = roundUp(Math.max(100, max))
      return [min < 0 ? -roundUp(Math.max(high / 2, -min)) : 0, high]
    }
    default:
      return [0, roundUp(Math.max((limit ?? 0) * 1.2, max, 100_000))]
  }
}

/** The next round number: a step times a power of ten. */
function roundUp(value: number, steps = [1, 2, 4, 5, 6, 8, 10]): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (steps.find((step) => step * power >= value) ?? 10) * power
}

/** Three or four ticks: the ends, the middle and the limit, where it does not stand too near to one of them. */
export function ticksOf({ id, limit }: GraphSpec, [low, most]: Range): number[] {
  // Above the nominal frame rate there is but room for noise.
  const high = id === 'frameRate' && limit !== null && most <= limit * NOISE ? limit : most
  const ends = low < 0 ? [low, 0, high] : [low, (low + high) / 2, high]
  if (limit === null || limit < low || limit > high) return ends
  const isNear = (tick: number) => Math.abs(tick - limit) < (high - low) * 0.14
  const others = ends.filter((tick) => tick === limit || !isNear(tick))
  return [...new Set([...others, limit])].sort((a, b) => a - b)
}

/** A tick without its unit: rates in kbit/s or Mbit/s, as the axis is large. */
export function tickText(spec: GraphSpec, tick: number, [, high]: Range): string {
  const value = isRate(spec) ? tick / (high < 1_000_000 ? 1_000 : 1_000_000) : tick
  return String(Math.round(value * 100) / 100).replace('-', '−')
}

export function figureOf(spec: GraphSpec, value: number | null): Figure {
  if (isRate(spec)) return value === null ? { value: '–', unit: 'kbps' } : bitRate(value)
  const unit = spec.id === 'frameRate' ? 'fps' : spec.id === 'keyFrames' ? 's' : 'ms'
  if (value === null) return { value: '–', unit }
  return { value: spec.id === 'drift' ? signed(Math.round(value)) : value.toFixed(1), unit }
}

/** What is to be said of the newest value: a key below `health.word.` and its figure. */
export interface Verdict {
  readonly tone: 'ok' | 'warn'
  readonly key: 'above' | 'under' | 'steady' | 'below' | 'times' | 'onTarget' | 'over'
  readonly figure: string
}

/** @param found codes of the findings that hold */
export function verdictOf(
  spec: GraphSpec,
  value: number | null,
  targets: HealthView['targets'],
  found: ReadonlySet<Finding['code']>,
): Verdict | null {
  if (value === null) return null
  const said = (isFine: boolean, fine: Verdict['key'], bad: Verdict['key'], figure = ''): Verdict => ({
    ...{ tone: isFine ? 'ok' : 'warn', key: isFine ? fine : bad, figure },
  })
  switch (spec.id) {
    case 'bitrate': {
      const top = targets.videoBps
      if (top === null) return null
      const figure = top < 1_000_000 ? bitRate(top).value : String(Math.round(top / 100_000) / 10)
      // Half a key frame above the target is as usual; the finding knows when it is too much.
      if (!found.has('bitrate-above-top') && value > top) return null
      return said(!found.has('bitrate-above-top'), 'under', 'above', figure)
    }
    case 'frameRate': {
      const nominal = targets.frameRate
      if (nominal === null) return null
      const isFine = !found.has('frame-rate-low') && value >= nominal * 0.8
      return said(isFine, 'steady', 'below', String(Math.round(nominal * 10) / 10))
    }
    case 'keyFrames': {
      const target = targets.keyFrames
      if (target === null) return null
      const times = Math.round((value / target) * 10) / 10
      return said(!found.has('keyframe-interval'), 'onTarget', 'times', String(times))
    }
    case 'drift': {
      const most = targets.drift
      if (most === null) return null
      return said(Math.abs(value) <= most, 'under', 'over', String(most))
    }
    default:
      return null
  }
}
