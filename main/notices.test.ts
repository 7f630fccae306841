import { describe, expect, test } from 'vitest'
import type { ChannelState } from '../service/contract/console/channel-view.ts'
import type { ServiceStatus } from '../service/contract/host-protocol.ts'
import { NOTHING_RUNS } from './indicator.ts'
import { isWanted, LATE_MS, NOTHING_SEEN, noticesOf, SOON_MS, type Notice } from './notices.ts'
import { TEXTS } from './texts.ts'

const NOW = Date.parse('2026-04-01T09:00:00Z')
const channelId = '01J8Z3K4M5N6P7Q8R9S0T1V2W3'

const onAir = (state: ChannelState): Partial<ServiceStatus> => ({
  onAir: [{ channelId, name: 'Town hall', since: NOW - 60_000, state, viewers: 3 }],
})
const starts = (startsAt: number, scheduleId = 'S1'): Partial<ServiceStatus> => ({
  nextSchedule: { scheduleId, name: 'Keynote', startsAt },
})

const late = (startsAt: number): Partial<ServiceStatus> => ({
  awaited: { scheduleId: 'S1', name: 'Keynote', startsAt },
})

/** Titles of the notices of each status in turn. */
function titles(...statuses: (Partial<ServiceStatus> & { at?: number })[]): string[][] {
  let seen = NOTHING_SEEN
  return statuses.map(({ at = NOW, ...status }) => {
    const told = noticesOf(seen, { ...NOTHING_RUNS, ...status }, at, TEXTS.en)
    seen = told.seen
    return told.notices.map(({ title }) => title)
  })
}

describe('which change is told', () => {
  test('nothing of a quiet service', () => expect(titles({}, {}, {})).toEqual([[], [], []]))

  test('no signal once, and its return', () => {
    expect(titles(onAir('playable'), onAir('starving'), onAir('no-signal'), onAir('no-signal'))).toEqual([
      [],
      [],
      ['No signal on Town hall'],
      [],
    ])
    expect(titles(onAir('no-signal'), onAir('playable')).at(1)).toEqual(['Town hall has a signal again'])
  })

  test('a silent channel that goes off air, or into its grace, has no signal again', () => {
    expect(titles(onAir('no-signal'), {}).at(1)).toEqual([])
    expect(titles(onAir('no-signal'), onAir('reconnecting')).at(1)).toEqual([])
  })

  test('webhooks that fail, not each further one, and that all is well again', () => {
    const failing = (webhooksFailing: number) => ({ webhooksFailing })
    expect(titles(failing(1), failing(2), failing(1), failing(0), failing(0))).toEqual([
      ['Webhooks fail'],
      [],
      [],
      ['Webhooks are delivered again'],
      [],
    ])
  })

  test('uploads that fail, and that they go on', () => {
    expect(titles({ uploadsFailing: 1 }, { uploadsFailing: 0 })).toEqual([
      ['Uploads fail'],
      ['Uploads go on'],
    ])
  })

  test('a schedule once, ten minutes before; again when it was moved; never when it has begun', () => {
    const start = NOW + SOON_MS
    const told = ['Keynote starts soon']
    expect(
      titles({ ...starts(start + 1) }, { ...starts(start) }, { ...starts(start), at: NOW + 5000 }),
    ).toEqual([[], told, []])
    expect(titles(starts(start), { ...starts(start + 60_000), at: NOW + 60_000 })).toEqual([told, told])
    expect(titles(starts(NOW))).toEqual([[]])
  })

  test('a schedule that nobody started once, after 30 s; again when it was moved and is late again', () => {
    const told = ['Keynote is not on air']
    const [begun, moved] = [NOW - LATE_MS, NOW + 300_000]
    expect(titles(late(begun + 1), late(begun), { ...late(begun), at: NOW + 5000 })).toEqual([[], told, []])
    expect(titles(late(begun), late(moved), { ...late(moved), at: moved + LATE_MS })).toEqual([
      told,
      [],
      told,
    ])
    expect(titles({}, late(NOW + 5000))).toEqual([[], []])
  })

  test('a schedule that is still on air once; again when its end was moved and it runs over again', () => {
    const over = (endsAt: number) => ({ overrun: { scheduleId: 'S1', name: 'Keynote', endsAt } })
    const told = ['Keynote is still on air']
    expect(titles({}, over(NOW - 15_000), over(NOW - 15_000), {}, over(NOW + 60_000))).toEqual([
      ...[[], told, [], [], told],
    ])
  })
})

describe('which notice is wanted', () => {
  const notice: Notice = { kind: 'webhook-failing', title: '', body: '', path: '/webhooks/endpoints' }
  const all = {
    'starting-soon': true,
    'late-start': true,
    overrun: true,
    'no-signal': true,
    'webhook-failing': true,
    'upload-failing': true,
    'quiet-on-air': false,
  }
  test.each([
    ['with all switches', all, false, null, true],
    ['of a kind that is off', { ...all, 'webhook-failing': false }, false, null, false],
    ['while its room is looked at', all, false, '/webhooks/endpoints?q=x', false],
    ['while another room is looked at', all, false, '/webhooks', true],
    ['on air', all, true, null, true],
    ['on air, quiet', { ...all, 'quiet-on-air': true }, true, null, false],
    ['off air, quiet on air', { ...all, 'quiet-on-air': true }, false, null, true],
  ])('%s: %#', (_when, switches, isOnAir, route, wanted) => {
    expect(isWanted(notice, switches, isOnAir, route)).toBe(wanted)
  })
})
