import { expect, it } from 'vitest'
import { documents } from '../../test/support/published-documents.ts'
import { entriesOfDocuments, runnable } from './catalog.ts'
import { choicesOf, fieldKind, readTyped, shownText, withMember } from './form-fields.ts'
import { membersOfCall } from './members-of-call.ts'
import { canRun } from './run.ts'

it.each([
  ['string', 'text'],
  ['string (date-time)', 'text'],
  ['string or null', 'text'],
  ['integer', 'number'],
  ['number or null', 'number'],
  ['boolean', 'flag'],
  ['array of Rendition', 'json'],
  ['string or integer', 'json'],
  ['any', 'json'],
])('%s is a field of kind %s', (type, kind) => expect(fieldKind({ type, limits: [] })).toBe(kind))

it('what has few values is a choice of them', () => {
  const member = { type: 'string', limits: [{ kind: 'values' as const, values: ['"a"', '"b"'] }] }
  expect(fieldKind(member)).toBe('choice')
  expect(choicesOf(member)).toEqual(['"a"', '"b"'])
})

it('what is typed becomes a value, nothing, or waits until it can be one', () => {
  expect(readTyped('text', '12')).toEqual({ value: '12' })
  expect(readTyped('number', '12')).toEqual({ value: 12 })
  expect(readTyped('number', '1x')).toBe('wrong')
  expect(readTyped('number', '"1"')).toBe('wrong')
  expect(readTyped('flag', 'false')).toEqual({ value: false })
  expect(readTyped('json', '[{"a":1}')).toBe('wrong')
  expect(readTyped('json', ' ')).toBe('nothing')
  expect(shownText('text', 'x')).toBe('x')
  expect(shownText('json', { a: [1] })).toBe('{"a":[1]}')
  expect(shownText('number', undefined)).toBe('')
})

it('a member is set or left out, and the others stay', () => {
  expect(withMember({ a: 1, b: 2 }, 'a', { value: 3 })).toEqual({ a: 3, b: 2 })
  expect(withMember({ a: 1, b: 2 }, 'a', 'nothing')).toEqual({ b: 2 })
})

it('every call of the documents that has members has a field for each of them', async () => {
  const calls = entriesOfDocuments(await documents()).filter(
    (entry) => entry.section !== 'webhooks' && canRun(runnable(entry)),
  )
  const withFields = calls.filter((entry) => membersOfCall(entry).length > 0)
  expect(withFields.length).toBeGreaterThan(20)
  const kinds = new Set(withFields.flatMap((entry) => membersOfCall(entry).map(fieldKind)))
  expect([...kinds].sort()).toEqual(['choice', 'flag', 'json', 'number', 'text'])
})
