import { expect, test } from 'vitest'
import {
  fieldCamera,
  SCENE_NOW,
  townHall,
  waiting,
  webRtcHls,
} from '../../../../test/support/console-scenes.ts'
import { channelView } from '../../../../test/support/console-views.ts'
import { DAY_MS } from '../../../time.ts'
import { isAll, isSame, matcher, readFilter, type ChannelFilter } from './filter.ts'

const old = channelView({
  channelId: '0A91B7KQ5T0C3N8X6W4E1R9YHA',
  madeVia: 'api',
  stateSince: SCENE_NOW - 7 * DAY_MS,
})
const all = [fieldCamera, old, townHall, waiting, webRtcHls]
const known = {
  textOf: ({ name, label }: { name: string; label: string }) => `${name} ${label}`.toLowerCase(),
  today: new Set([webRtcHls.channelId]),
  now: SCENE_NOW,
}
const shown = (filter: ChannelFilter) => all.filter(matcher(filter, known))

test('each filter that is given', () => {
  expect(shown({})).toEqual(all)
  expect(shown({ show: 'on-air' })).toEqual([fieldCamera, townHall])
  // Two findings are told of the field camera.
  expect(shown({ show: 'attention' })).toEqual([fieldCamera])
  expect(shown({ show: 'today' })).toEqual([webRtcHls])
})

test('all that is asked for has to be so, each word too', () => {
  expect(shown({ q: ' CAMERA  field ' })).toEqual([fieldCamera])
  expect(shown({ q: 'camera hall' })).toEqual([])
  expect(shown({ q: 'town', show: 'attention' })).toEqual([])
  expect(shown({ via: 'api' })).toEqual([fieldCamera, old])
  expect(shown({ via: 'api', idle: '7' })).toEqual([old])
  expect(shown({ via: 'api', idle: '30' })).toEqual([])
})

test('an address keeps what is known of it', () => {
  const filter = { q: 'gate', show: 'today', via: 'schedule', idle: '7' } as const
  expect(readFilter({ ...filter, idle: 7 })).toEqual(filter)
  expect(readFilter({ q: '', show: 'none', via: 1, idle: 8 })).toEqual({})
  expect([isAll({ q: ' ' }), isAll({ show: 'today' }), isAll({ via: 'api' }), isAll({ idle: '1' })]).toEqual([
    ...[true, false, false, false],
  ])
  expect([isSame({ q: 'a ' }, { q: 'a' }), isSame(filter, filter)]).toEqual([true, true])
  for (const member of ['q', 'show', 'via', 'idle'] as const) {
    const { [member]: _, ...less } = filter
    expect(isSame(filter, less)).toBe(false)
  }
})
