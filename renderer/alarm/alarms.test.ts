import { describe, expect, it } from 'vitest'
import { fieldCamera, SCENE_NOW, townHall } from '../../test/support/console-scenes.ts'
import { engineView } from '../../test/support/console-views.ts'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { alarmsOf, newSince, noticeKind, ringing, type Facts } from './alarms.ts'

const fine: Facts = { channels: [townHall], engine: engineView(), lostAt: null, isLost: false }
const incident: IncidentView = {
  ...{
    id: 'I1',
    kind: 'picture-stopped',
    channelId: townHall.channelId,
    scheduleId: null,
    name: 'Town hall',
  },
  ...{ encoder: 'OBS', beganAt: SCENE_NOW - 5000, overAt: null, outcome: null, viewers: 3, steps: [] },
  acknowledged: null,
}
const planned = { scheduleId: 'S1', name: 'Keynote', startsAt: SCENE_NOW, endsAt: SCENE_NOW, channelId: null }
const taken = { at: SCENE_NOW, by: 'Aiko' }

/** Kind and level of each. */
const levels = (facts: Partial<Facts>) =>
  alarmsOf({ ...fine, ...facts }).map(({ kind, level }) => `${kind} ${level}`)
const withEngine = (fields: Parameters<typeof engineView>[0]) => levels({ engine: engineView(fields) })

describe('what the bell lists', () => {
  it('is nothing while all is well, and before anything is known', () => {
    expect(levels({})).toEqual([])
    expect(levels({ engine: null, channels: [] })).toEqual([])
  })

  it('is urgent where viewers miss something now, until somebody takes note', () => {
    expect(withEngine({ incidents: [incident] })).toEqual(['incident urgent'])
    expect(withEngine({ incidents: [{ ...incident, acknowledged: taken }] })).toEqual(['incident attention'])
    expect(withEngine({ incidents: [{ ...incident, overAt: SCENE_NOW, outcome: 'back' }] })).toEqual([
      'incident attention',
    ])
  })

  it('is urgent for a failure on air only', () => {
    const finding = { code: 'black', severity: 'fail', since: SCENE_NOW, values: { seconds: 4 } } as const
    const black = { ...townHall, findings: [finding] }
    expect(levels({ channels: [black] })).toEqual(['trouble urgent'])
    expect(levels({ channels: [{ ...black, onAirSince: null }] })).toEqual(['trouble attention'])
    expect(levels({ channels: [fieldCamera] })).toEqual(['trouble attention', 'trouble attention'])
  })

  it('has what is about to start, and what is still on air after its end; worst first', () => {
    expect(withEngine({ soon: planned, overrun: [planned], incidents: [incident] })).toEqual([
      ...['incident urgent', 'trouble attention', 'soon notice'],
    ])
  })

  it('is only that there is no contact, once that is no restart', () => {
    const engine = engineView({ incidents: [incident] })
    expect(levels({ engine, lostAt: SCENE_NOW, isLost: false })).toEqual([])
    expect(levels({ engine, lostAt: SCENE_NOW, isLost: true })).toEqual(['contact urgent'])
  })
})

describe('what is heard', () => {
  const urgent = alarmsOf({ ...fine, engine: engineView({ incidents: [incident], soon: planned }) })

  it('is what is urgent, until it is silenced; another one is heard again', () => {
    const another = { ...incident, id: 'I2' }
    const more = alarmsOf({ ...fine, engine: engineView({ incidents: [incident, another] }) })
    expect([ringing(urgent, []), ringing(urgent, ['I1']), ringing(more, ['I1'])]).toEqual([true, false, true])
    expect(ringing(alarmsOf({ ...fine, engine: engineView({ soon: planned }) }), [])).toBe(false)
  })

  it('is once what was not there before, and not what a page finds when it is opened', () => {
    expect(newSince(null, urgent)).toEqual([])
    expect(newSince(new Set(['I1']), urgent).map(({ kind }) => kind)).toEqual(['soon'])
    // A start that is moved is another one.
    const moved = { ...planned, startsAt: planned.startsAt + 60_000 }
    const again = alarmsOf({ ...fine, engine: engineView({ soon: moved }) })
    expect(newSince(new Set(urgent.map(({ key }) => key)), again)).toHaveLength(1)
  })
})

it('notices of the browser obey the switch of their kind', () => {
  const late = { ...incident, kind: 'late-start' } as const
  const webhooks = { failing: 1, since: SCENE_NOW, waiting: 1, givenUp: 0 }
  const overload = { since: SCENE_NOW, of: 'cpu' } as const
  const { load, archive } = engineView()
  const kindsOf = (fields: Parameters<typeof engineView>[0]) =>
    alarmsOf({ ...fine, engine: engineView(fields) }).map(noticeKind)
  expect([
    ...kindsOf({ incidents: [incident] }),
    ...kindsOf({ incidents: [late] }),
    ...kindsOf({ soon: planned }),
    ...kindsOf({ overrun: [planned] }),
    ...kindsOf({ webhooks }),
    ...kindsOf({ archive: { ...archive, failing: 1 } }),
    ...kindsOf({ load: { ...load, overload } }),
  ]).toEqual([
    ...['no-signal', 'late-start', 'starting-soon', 'overrun', 'webhook-failing', 'upload-failing', null],
  ])
})
