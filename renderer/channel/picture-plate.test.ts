import { expect, test } from 'vitest'
import type { ChannelView, Finding } from '../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { channelView } from '../../test/support/console-views.ts'
import { picturePlate } from './picture-plate.ts'

const NOW = 100_000
const finding = (code: Finding['code'], severity: Finding['severity'], seconds = 14): Finding => ({
  ...{ code, severity, since: NOW - 1000, values: { seconds } },
})
const channel = (fields: Partial<ChannelView>) => channelView({ state: 'playable', onAirSince: 1, ...fields })
const incident = (fields: Partial<IncidentView> = {}): IncidentView => ({
  ...{ id: 'I', kind: 'picture-stopped', channelId: channel({}).channelId, scheduleId: null, name: '' },
  ...{ encoder: '', viewers: 3, acknowledged: null, steps: [], beganAt: 86_000, overAt: null, outcome: null },
  ...fields,
})
const plate = (fields: Partial<ChannelView>, incidents: readonly IncidentView[] = []) =>
  picturePlate(channel(fields), incidents, NOW, true)

test('a picture that is as it should be has none, nor one with findings of another kind', () => {
  expect(plate({})).toBeNull()
  expect(plate({ findings: [finding('keyframe-interval', 'warn')] })).toBeNull()
})

test.each(['starving', 'no-signal', 'reconnecting'] as const)(
  '%s: the words of the state, over the last picture',
  (state) => {
    expect(plate({ state }, [incident()])).toMatchObject({ isOld: true, lacks: [], lastPictureAt: 86_000 })
    expect(plate({ state }, [incident()])?.words.key).toBe(state)
    expect(plate({ state })?.lastPictureAt).toBeNull()
  },
)

test('an incident of another channel, or one that is over, says nothing of the last picture', () => {
  const others = [incident({ channelId: 'other' }), incident({ overAt: 90_000, outcome: 'back' })]
  expect(plate({ state: 'no-signal' }, others)?.lastPictureAt).toBeNull()
})

test('black, silent and still: each for how long, the worst first, on a picture that goes on', () => {
  const findings = [
    finding('frozen', 'warn', 20),
    finding('silent', 'fail', 14),
    finding('black', 'fail', 13),
  ]
  const both = plate({ findings })
  expect(both).toMatchObject({ isOld: false, tone: 'fail', lastPictureAt: null })
  expect(both?.lacks).toEqual([
    { code: 'black', ms: 13_000 },
    { code: 'silent', ms: 14_000 },
    { code: 'frozen', ms: 20_000 },
  ])
  expect(plate({ findings: [finding('frozen', 'warn')] })).toMatchObject({ tone: 'warn', isOld: false })
})

test('without pictures the last one is old', () => {
  const missing = { findings: [finding('no-video', 'fail')] }
  expect(plate(missing, [incident({ kind: 'no-video' })])).toMatchObject({
    isOld: true,
    lastPictureAt: 86_000,
  })
})

test('nothing is claimed off air or without contact', () => {
  expect(plate({ onAirSince: null, findings: [finding('black', 'fail')] })).toBeNull()
  expect(picturePlate(channel({ state: 'no-signal' }), [], NOW, false)).toBeNull()
})
