import { expect, test } from 'vitest'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { channelView } from '../../test/support/console-views.ts'
import type { PlayerState } from '../media/types.ts'
import { playerMessage } from './player-message.ts'

const onAir = channelView({ state: 'playable', onAirSince: 1 })
const idle = channelView()
const failed = { status: { kind: 'failed', cause: 'network', keyStatus: null } } as PlayerState

test.each([
  ['en', /The broadcast is not affected/, /Whether the broadcast goes on is unknown/],
  ['ja', /影響ありません/, /放送が続いているかは不明です/],
] as const)('%s: of a broadcast nothing is claimed without contact', (language, claim, unknown) => {
  const helpOf = (connected: boolean) =>
    playerMessage(consoleTexts(language), onAir, { state: failed, seen: true, connected })?.help
  expect(helpOf(true)).toMatch(claim)
  expect(helpOf(false)).toMatch(unknown)
  expect(helpOf(false)).not.toMatch(claim)
  expect(helpOf(true)).not.toMatch(/。 /)
})

test.each([
  ['en', 'Nothing on air', 'What is on air is unknown'],
  ['ja', '放送なし', '放送の状況は不明です'],
] as const)('%s: that nothing is on air is not said without contact', (language, nothing, unknown) => {
  const titleOf = (connected: boolean) =>
    playerMessage(consoleTexts(language), idle, { state: null, seen: true, connected })?.title
  expect(titleOf(true)).toBe(nothing)
  expect(titleOf(false)).toBe(unknown)
})
