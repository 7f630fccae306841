import { expect, it } from 'vitest'
import type { ConnectionId } from '../../../contract/ids.ts'
import { FollowedFocus } from './focus.ts'

const a = 'a' as ConnectionId

it('who speaks is told of, at most ten times a second each', () => {
  const told: string[] = []
  const focus = new FollowedFocus((id) => told.push(id))
  for (let now = 0; now < 1000; now += 20) expect(focus.speaks('a', now)).toEqual([])
  focus.speaks('b', 10)
  expect(told.filter((id) => id === 'a')).toHaveLength(10)
  expect(told.at(-1)).toBe('b')
  focus.forget('a')
  focus.speaks('a', 1000)
  expect(told.at(-1)).toBe('a')
})

it('who is in focus is what the other process says', () => {
  const focus = new FollowedFocus(() => undefined)
  focus.speaks('a', 0)
  expect([focus.focus(), focus.unfocus(), focus.resize(), focus.focused]).toEqual([[], [], [], []])
  focus.follow({ id: a, focused: true })
  expect([focus.isFocused('a'), focus.focused]).toEqual([true, ['a']])
  focus.follow({ id: a, focused: false })
  expect(focus.isFocused('a')).toBe(false)
  focus.follow({ id: a, focused: true })
  focus.forget('a')
  expect(focus.focused).toEqual([])
})
