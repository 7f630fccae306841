import { expect, test } from 'vitest'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { INCIDENT_KINDS } from '../../service/contract/console/incidents.ts'
import type { IncidentStep, IncidentView } from '../../service/contract/console/incidents.ts'
import { causes, lengthText, titleText, viewersText } from './incident-text.ts'

const NOW = Date.parse('2026-11-18T04:42:07Z')
const incident: IncidentView = {
  ...{ id: 'I', kind: 'picture-stopped', channelId: 'C', scheduleId: null, name: 'Field camera 2' },
  ...{ encoder: 'obs-output module (libobs version 32.0.1)', viewers: 37, acknowledged: null, steps: [] },
  ...{ beganAt: NOW - 41_000, overAt: null, outcome: null },
}
const over = (outcome: IncidentView['outcome'], change: Partial<IncidentView> = {}): IncidentView => ({
  ...{ ...incident, overAt: NOW, outcome },
  ...change,
})
const step = (kind: IncidentStep['kind'], reason: IncidentStep['reason'] = null): IncidentStep => ({
  ...{ kind, at: NOW - 41_000, reason },
})
const t = consoleTexts('en')
const texts = (one: IncidentView, isClient = false) => causes(t, one, isClient).map(({ text }) => text)

test.each(['en', 'ja'] as const)(
  'each kind has a heading of its own while it goes on and afterwards, in %s',
  (lng) => {
    const titles = INCIDENT_KINDS.flatMap((kind) =>
      [incident, over('back'), over('ended')].map((one) => {
        const words = { t: consoleTexts(lng), name: 'Gate', time: () => '13:41:26' }
        return titleText(words, { ...one, kind })
      }),
    )
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/^[^{}]*Gate[^{}]*$/)
  },
)

test('how long it lasts so far, or lasted', () => {
  expect(lengthText(t, incident, NOW + 60_000)).toBe('for 1:41')
  expect(lengthText(t, over('back'), NOW + 60_000)).toBe('lasted 0:41')
})

test('who was there as it began, and who still is', () => {
  expect(viewersText(t, incident, 28)).toBe('37 viewers were there as it began, 28 now.')
  expect(viewersText(t, over('ended', { viewers: 1 }), null)).toBe('1 viewer was there as it began.')
  expect(viewersText(t, { ...incident, viewers: 0 }, 3)).toBe('Nobody watched as it began.')
  expect(viewersText(t, { ...incident, kind: 'late-start' }, null)).toBeNull()
})

test('the causes name the encoder as its user does, and end with what became of it', () => {
  const steps = [step('silent'), step('no-signal')]
  expect(texts({ ...incident, steps })).toEqual([
    'OBS Studio 32.0.1 sends nothing any more',
    'OBS Studio 32.0.1 is still connected, without signal',
  ])
  expect(texts(over('back', { steps, encoder: '' }))).toEqual([
    'The encoder sends nothing any more',
    'The encoder is still connected, without signal',
    'Viewers have it again',
  ])
  expect(texts({ ...incident, steps, encoder: '' }, true)[0]).toBe('The client sends nothing any more')
})

test('a connection that broke off is the end of it, which is not told twice', () => {
  const broken = over('ended', { steps: [step('lost', 'client-lost')] })
  expect(texts(broken)).toEqual(['The connection to the encoder broke off.'])
  expect(texts(over('ended', { kind: 'no-audio', steps: [step('missing')] }))).toEqual([
    'No sound comes any more',
    'Its end',
  ])
  expect(texts(over('back', { kind: 'late-start', steps: [step('due')] }))).toEqual([
    'It was to start',
    'Viewers have it',
  ])
})
