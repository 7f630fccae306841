import { sep } from 'node:path'
import { expect, it } from 'vitest'
import { ContainmentError, childOf, isPlainName, namesFit, pathBelow } from './names.ts'

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

it('a name of a path is as long as file systems have it, which Windows counts in UTF-16 units', () => {
  const below = (name: string) => namesFit(['', 'srv', name, 'shows'].join(sep))
  expect(below('x'.repeat(255))).toBe(true)
  expect(below('x'.repeat(256))).toBe(false)
  expect(below('録'.repeat(85))).toBe(true)
  expect(below('録'.repeat(86))).toBe(sep !== '/')
})
