import { expect, it } from 'vitest'
import { hasVisible } from './visible.ts'

it.each([
  ['spaces', '   '],
  ['an ideographic space', '\u3000'],
  ['zero-width spaces', '\u200b\u200b'],
  ['a joiner and a mark of direction', '\u200d\u200f'],
  ['a filler', '\u3164'],
  ['nothing', ''],
])('nothing is seen of %s', (_what, text) => {
  expect(hasVisible(text)).toBe(false)
})

it.each(['Match day', '会議', ' x ', '👩‍💻', '–'])('something is seen of %s', (text) => {
  expect(hasVisible(text)).toBe(true)
})
