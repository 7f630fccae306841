import { expect, test } from 'vitest'
import { AccountBook } from './account-book.ts'
import type { Listed } from './account-book.ts'

const bookOf = (alive: Record<string, object>, ...gone: string[]) => {
  const book = new AccountBook()
  for (const [id, facts] of Object.entries(alive)) book.alive.set(id, { ...facts })
  for (const id of gone) book.gone.add(id)
  return book
}
const nobody = () => false
const nothing = { made: [], deleted: [], listed: [] }

test('a listing with all that was acknowledged, and what others made, contradicts nothing', () => {
  const book = bookOf({ a: { name: 'A', size: '1' } }, 'b')
  const listing: Listed[] = [
    { id: 'a', facts: { size: '1', name: 'A' } },
    { id: 'other', facts: {} },
  ]
  expect(book.compare(listing, (id) => id === 'other')).toEqual(nothing)
})

test('what is lacking, other than acknowledged, deleted, doubled or of nobody is told', () => {
  const book = bookOf({ a: { name: 'A' }, b: { name: 'B' } }, 'c')
  const listing = ['b', 'c', 'd', 'b'].map((id) => ({ id, facts: { name: 'x' } }))
  expect(book.compare(listing, nobody)).toEqual({
    made: ['a is not listed: [["name","A"]]', 'b is [["name","x"]], not [["name","B"]]'],
    deleted: ['c is listed'],
    listed: ['d was made by nobody: [["name","x"]]', 'b is listed twice'],
  })
})
