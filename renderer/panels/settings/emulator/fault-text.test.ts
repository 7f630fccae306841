import { describe, expect, test } from 'vitest'
import { consoleTexts } from '../../../../test/support/console-texts.ts'
import type { FaultView } from '../../../../service/contract/console/emulator/faults.ts'
import { FAULT_PRESET_NAMES, presetFaults } from '../../../../service/contract/fault-presets.ts'
import { fault, type FaultInput } from '../../../../service/contract/faults.ts'
import { LANGUAGES } from '../../../i18n/index.ts'
import { endText, whatText, whereText } from './fault-text.ts'

const t = consoleTexts('en')
const named = () => 'Match day'
const inWords = (input: FaultInput, hits = 0) => {
  const given = fault.parse(input)
  const view = { fault: given, hits } as FaultView
  return [whatText(t, given), whereText(t, given, named), endText(t, view)]
}

test.each<[FaultInput, string[]]>([
  [
    {
      id: 'a',
      at: 'store',
      match: { method: 'put', every: 3 },
      effect: { kind: 'answer', status: 503 },
      ends: { afterHits: 9 },
    },
    ['Answer 503, one in 3', 'store, put', 'after 9 hits, 2 left'],
  ],
  [
    {
      id: 'b',
      at: 'publisher',
      match: { channelId: 'X' },
      effect: { kind: 'drop', awayMs: 20_000 },
      ends: { afterHits: 1 },
    },
    ['Drop the encoder for 20 s', 'RTMP, channel Match day', 'once'],
  ],
  [
    {
      id: 'c',
      at: 'webrtc',
      effect: { kind: 'impair', loss: 0.05, delayMs: 80 },
      ends: { afterMs: 120_000 },
    },
    ['Impair the path: 5 % lost, 80 ms later', 'WebRTC, all clients', 'after 0:02:00'],
  ],
  [
    { id: 'd', at: 'signaling', match: { type: 'answer', share: 0.5 }, effect: { kind: 'drop' } },
    ['Lose the message, 50 % of them', 'signaling, answer', 'by hand'],
  ],
  [
    { id: 'e', name: 'Ours', at: 'live', match: { onAir: true }, effect: { kind: 'revoke' } },
    ['Ours', 'live API, while on air', 'by hand'],
  ],
])('%j', (input, words) => {
  expect(inWords(input, 7)).toEqual(words)
})

describe.each(LANGUAGES)('presets in %s', (language) => {
  const words = consoleTexts(language)
  test.each(FAULT_PRESET_NAMES)('%s', (preset) => {
    expect(words(`emulator.faults.preset.${preset}`)).not.toContain('emulator.')
    for (const one of presetFaults(preset)) {
      const given = fault.parse(one)
      expect(whatText(words, given)).not.toContain('emulator.')
      expect(whereText(words, given, named)).not.toContain('emulator.')
    }
  })
})
