import { expect, test } from 'vitest'
import { readSearch } from './search.ts'

test('a section stands in the address, the first one by not being there', () => {
  expect(readSearch({ section: 'service' })).toEqual({ section: 'service' })
  expect(readSearch({ section: 'general' })).toEqual({})
  expect(readSearch({ section: 'nothing', other: 1 })).toEqual({})
})
