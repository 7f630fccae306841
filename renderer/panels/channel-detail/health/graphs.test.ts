import { describe, expect, it } from 'vitest'
import type { HealthView } from '../../../../service/contract/console/health.ts'
import { figureOf, graphsOf, rangeOf, ticksOf, tickText, verdictOf, type GraphId } from './graphs.ts'

const targets: HealthView['targets'] = { videoBps: 2_500_000, frameRate: 30, keyFrames: 2, drift: 200 }
const media = graphsOf({ kind: 'media', targets })
function graph(id: GraphId) {
  const found = media.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}

it('are four of what becomes HLS, and two sums of WebRTC', () => {
  expect(media.map(({ id }) => id)).toEqual(['bitrate', 'frameRate', 'keyFrames', 'drift'])
  expect(graphsOf({ kind: 'webrtc', targets }).map(({ id }) => id)).toEqual(['received', 'sent'])
})

describe('the axis', () => {
  it.each<[GraphId, (number | null)[], number[], string[]]>([
    ['bitrate', [4_100_000, null, 4_900_000], [0, 5_000_000], ['0', '2.5', '5']],
    ['bitrate', [], [0, 4_000_000], ['0', '2.5', '4']],
    ['frameRate', [30, 29.9], [20, 33.75], ['20', '25', '30']],
    ['frameRate', [30, 75], [20, 80], ['20', '30', '50', '80']],
    ['frameRate', [12, 75], [0, 80], ['0', '30', '80']],
    ['frameRate', [30, 12], [0, 33.75], ['0', '15', '30']],
    ['keyFrames', [2, 8], [0, 10], ['0', '2', '5', '10']],
    ['drift', [3, 31], [0, 100], ['0', '50', '100']],
    ['drift', [-3, 31], [-50, 100], ['−50', '0', '100']],
    ['drift', [310], [0, 400], ['0', '200', '400']],
  ])('of %s for %j', (id, values, range, ticks) => {
    const [low, high] = rangeOf(graph(id), values, null)
    expect([low, high]).toEqual(range)
    expect(ticksOf(graph(id), [low, high]).map((tick) => tickText(graph(id), tick, [low, high]))).toEqual(
      ticks,
    )
  })

  it('grows at once and does not shrink', () => {
    expect(rangeOf(graph('drift'), [10], [0, 400])).toEqual([0, 400])
    expect(rangeOf(graph('drift'), [500], [0, 400])).toEqual([0, 500])
  })

  it('of small rates is in kbit/s', () => {
    const spec = { ...graph('bitrate'), limit: 700_000 }
    expect(ticksOf(spec, [0, 1_000_000]).map((tick) => tickText(spec, tick, [0, 900_000]))).toEqual([
      ...['0', '500', '700', '1000'],
    ])
  })
})

it('figures have their unit, also where nothing is known', () => {
  const figure = (id: GraphId, value: number | null) => Object.values(figureOf(graph(id), value)).join(' ')
  expect(figure('bitrate', 4_120_000)).toBe('4.12 Mbps')
  expect(figure('frameRate', 29.94)).toBe('29.9 fps')
  expect(figure('keyFrames', 8)).toBe('8.0 s')
  expect(figure('drift', 31.2)).toBe('+31 ms')
  expect(figure('drift', null)).toBe('– ms')
})

describe('the word', () => {
  const said = (
    id: GraphId,
    value: number | null,
    ...codes: Parameters<typeof verdictOf>[3] extends ReadonlySet<infer C> ? C[] : never
  ) => {
    const verdict = verdictOf(graph(id), value, targets, new Set(codes))
    return verdict && [verdict.tone, verdict.key, verdict.figure].join(' ').trim()
  }

  it('is as the findings say, and as the newest value', () => {
    expect(said('bitrate', 2_300_000)).toBe('ok under 2.5')
    expect(said('bitrate', 2_600_000)).toBeNull()
    expect(said('bitrate', 4_100_000, 'bitrate-above-top')).toBe('warn above 2.5')
    expect(said('frameRate', 29)).toBe('ok steady 30')
    expect(said('frameRate', 12)).toBe('warn below 30')
    expect(said('keyFrames', 2)).toBe('ok onTarget 1')
    expect(said('keyFrames', 8, 'keyframe-interval')).toBe('warn times 4')
    expect(said('drift', -31)).toBe('ok under 200')
    expect(said('drift', 201)).toBe('warn over 200')
    expect(said('drift', null)).toBeNull()
  })
})
