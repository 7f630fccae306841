import { sep } from 'node:path'
import { expect, it } from 'vitest'
import { ContainmentError, childOf, isPlainName, pathBelow } from './names.ts'

it.each(['', '.', '..', '/', 'a/b', '/a', 'a/', 'a\0b', '\0'])('%j names nothing in a folder', (name) => {
  expect(isPlainName(name)).toBe(false)
  expect(() => childOf('folder', name)).toThrow(ContainmentError)
})

it.each(['a', '...', '.a', '..a', 'a.b', 'a b', '映像'])('%j names something in a folder', (name) => {
  expect(isPlainName(name)).toBe(true)
})

it.each(['a\\b', 'c:'])('%j does so only where it leads nowhere else', (name) => {
  expect(isPlainName(name)).toBe(sep === '/')
})

it('each of the names below a folder must be one', () => {
  expect(pathBelow('folder', 'a/b')).toBe(['folder', 'a', 'b'].join(sep))
  expect(() => pathBelow('folder', 'a/../../b')).toThrow(ContainmentError)
})
