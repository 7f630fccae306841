import { expect, test } from 'vitest'
import { csvOf, decodeCsv, readCsv } from './csv.ts'

test('what is written is read as it was', () => {
  const rows = [
    { name: 'a "b", c', note: 'two\r\nlines' },
    { name: '佐藤', note: '' },
  ]
  const { head, lines, isWhole } = readCsv(csvOf(['name', 'note'], rows))
  expect(head).toEqual(['name', 'note'])
  expect(lines.slice(0, 2)).toEqual(rows.map(({ name, note }) => [name, note]))
  expect(isWhole).toBe(true)
})

test.each(['=1', '+1', '-1', '@a', '\t=1', '=1\n2'])('%j is written as text, not as a formula', (text) => {
  expect(csvOf(['a'], [{ a: text }])).toBe(`a\r\n"'${text}"\r\n`)
})

test('a table without rows has its head', () => {
  expect(csvOf(['a', 'b'], [])).toBe('a,b\r\n')
})

test.each([
  ['a comma', 'name,email\r\nA,b'],
  ['a tab', 'name\temail\nA\tb'],
  ['a semicolon', '\ufeffname;email\nA;b'],
])('cells are told apart by %s', (_, text) => {
  expect(readCsv(text)).toEqual({ head: ['name', 'email'], lines: [['A', 'b']], isWhole: true })
})

test('a quote that does not end is told, and no text is no table', () => {
  expect(readCsv('name,email\n"A,b\nC,d').isWhole).toBe(false)
  expect(readCsv('')).toEqual({ head: [], lines: [], isWhole: true })
})

test('files of UTF-8 and of Shift_JIS', () => {
  expect(decodeCsv(new TextEncoder().encode('\ufeffname,佐藤'))).toBe('name,佐藤')
  expect(decodeCsv(new Uint8Array([0x8d, 0xb2, 0x93, 0xa1, 0x2c, 0x41]))).toBe('佐藤,A')
})
