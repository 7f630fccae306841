import { expect, it } from 'vitest'
import { isSingleKey } from './single-keys.ts'

const pressed = (key: string, with_: object = {}) =>
  isSingleKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...with_ })

it('letters and signs alone are single keys, also of scripts beyond the first plane', () => {
  for (const key of ['a', 'R', '?', '/', '1', 'あ', '𠮷']) expect(pressed(key)).toBe(true)
})

it('what has a name, a modifier, or presses what has the focus is none', () => {
  for (const key of ['Enter', 'Escape', 'ArrowUp', 'F6', 'Delete', ' ', 'Tab'])
    expect(pressed(key)).toBe(false)
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(pressed('k', { [modifier]: true })).toBe(false)
})
