import { expect, it } from 'vitest'
import type { FilterRule } from '../../../contract/forwarding-filters.ts'
import type { TrackFilter } from '../../../contract/sfu-worker.ts'
import { letsThrough } from './forwarding-filter.ts'

const TRACKS = [
  { connectionId: '1', clientId: 'screen', kind: 'audio' },
  { connectionId: '1', clientId: 'screen', kind: 'video' },
  { connectionId: '2', clientId: 'guest', kind: 'audio' },
  { connectionId: '2', clientId: 'guest', kind: 'video' },
] as const
const ALL = ['1 audio', '1 video', '2 audio', '2 video']

const is = (field: FilterRule['field'], ...values: string[]): FilterRule => ({
  ...{ field, operator: 'is_in', values },
})
const isNot = (field: FilterRule['field'], ...values: string[]): FilterRule => ({
  ...{ field, operator: 'is_not_in', values },
})
const block = (...rules: FilterRule[][]): TrackFilter => ({ action: 'block', rules })
const allow = (...rules: FilterRule[][]): TrackFilter => ({ action: 'allow', rules })

it.each<[string, TrackFilter[], string[]]>([
  ['none', [], ALL],
  ['blocks a kind', [block([is('kind', 'video')])], ['1 audio', '2 audio']],
  ['blocks a connection', [block([is('connection_id', '1')])], ['2 audio', '2 video']],
  ['blocks all clients but some', [block([isNot('client_id', 'guest', 'x')])], ['2 audio', '2 video']],
  [
    'blocks what meets all rules of a list',
    [block([is('client_id', 'screen'), is('kind', 'audio')])],
    ['1 video', '2 audio', '2 video'],
  ],
  [
    'blocks what meets one list of several',
    [block([is('connection_id', '2')], [is('client_id', 'screen'), is('kind', 'audio')])],
    ['1 video'],
  ],
  ['blocks with no list at all', [block()], ALL],
  ['blocks with no value', [block([is('client_id')])], ALL],
  ['blocks all but no value', [block([isNot('client_id')])], []],
  ['takes the id of a connection for no client', [block([is('client_id', '1')])], ALL],
  ['allows alone', [allow([is('kind', 'audio')])], ['1 audio', '2 audio']],
  [
    'allows by several',
    [allow([is('kind', 'audio')]), allow([is('client_id', 'screen')])],
    ['1 audio', '1 video', '2 audio'],
  ],
  [
    'allows before it blocks',
    [allow([is('client_id', 'screen')]), block([is('kind', 'audio', 'video')])],
    ['1 audio', '1 video'],
  ],
  [
    'blocks before it allows',
    [block([is('kind', 'video')]), allow([is('client_id', 'screen')])],
    ['1 audio', '2 audio'],
  ],
])('a receiver whose list %s', (_, filters, expected) => {
  const lets = letsThrough(filters)
  const got = TRACKS.filter(lets).map(({ connectionId, kind }) => `${connectionId} ${kind}`)
  expect(got).toEqual(expected)
})
