import { expect, it } from 'vitest'
import { LongList, writeList } from './long-list.ts'

it.each([0, 1, 99, 100, 101, 250])('a list of %i is written as JSON has it', (length) => {
  const items = Array.from({ length }, (_, id) => ({ id, name: `"${id}"` }))
  expect(writeList(items, (some) => some)).toBe(JSON.stringify(items))
  const list = new LongList('items', { of: {}, by: '' }, () => items)
  expect(list.written((some) => some)).toBe(JSON.stringify({ items }))
})

it('its items are made a few at a time, and written as they were checked', () => {
  let [made, checked] = [0, 0]
  function* items() {
    for (let id = 0; id < 1000; id++) {
      made++
      yield { id, secret: true }
    }
  }
  const text = writeList(items(), (some) => {
    checked += some.length
    expect(made - checked).toBe(0)
    expect(some.length).toBeLessThanOrEqual(100)
    return some.map(({ id }) => ({ id }))
  })
  expect(JSON.parse(text)).toEqual(Array.from({ length: 1000 }, (_, id) => ({ id })))
})

it('one that breaks its schema is refused, and no more of them are made', () => {
  let isOver = false
  function* items() {
    try {
      for (let id = 0; ; id++) yield { id }
    } finally {
      isOver = true
    }
  }
  const refused = () =>
    writeList(items(), () => {
      throw new Error('against its schema')
    })
  expect(refused).toThrow('against its schema')
  expect(isOver).toBe(true)
})
