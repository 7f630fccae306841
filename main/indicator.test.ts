import { expect, test } from 'vitest'
import type { ChannelState } from '../service/contract/console/channel-view.ts'
import { endQuestion } from './end-question.ts'
import { indicatorLines, indicatorOf, NOTHING_RUNS } from './indicator.ts'
import { TEXTS } from './texts.ts'

const channel = (name: string, state: ChannelState = 'playable', viewers = 0) => ({
  ...{ channelId: '01J8Z3K4M5N6P7Q8R9S0T1V2W3', name, since: 0, state, viewers },
})
const onAir = { ...NOTHING_RUNS, onAir: [channel('Town hall'), channel('')] }
const silent = { ...NOTHING_RUNS, onAir: [channel('Town hall', 'no-signal')] }

test.each([
  ['nothing', NOTHING_RUNS, 'off-air', ['Off air']],
  ['channels on air', onAir, 'on-air', ['On air: Town hall, Channel 01J8Z3']],
  ['no signal', silent, 'failing', ['On air: Town hall', 'Needs attention: no signal on Town hall']],
  [
    'failures off air',
    { ...NOTHING_RUNS, webhooksFailing: 2, uploadsFailing: 1 },
    'failing',
    ['Off air', 'Needs attention: webhooks fail, uploads fail'],
  ],
] as const)('the tray says %s', (_what, status, indicator, lines) => {
  expect(indicatorOf(status)).toBe(indicator)
  expect(indicatorLines(status, TEXTS.en)).toEqual(lines)
})

test('before a broadcast ends the channels and their viewers are named; Enter and Escape keep it', () => {
  const question = endQuestion([channel('Town hall', 'playable', 1), channel('', 'playable', 12)], TEXTS.en)
  expect(question.detail).toContain('On air: Town hall (1 viewer), Channel 01J8Z3 (12 viewers).')
  expect(question.buttons[question.defaultId]).toBe('Keep broadcasting')
  expect(question.answers[question.cancelId]).toBe('keep')
  expect(question.answers).toHaveLength(question.buttons.length)
})
