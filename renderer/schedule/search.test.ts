import { expect, it } from 'vitest'
import { readSearch } from './search.ts'

it.each(['2031-13-45', '2031-02-30', '2031-00-10', '2031-2-3', 'today'])(
  'leaves out %s, which is no day',
  (date) => {
    expect(readSearch({ date, view: 'day' })).toEqual({ view: 'day' })
  },
)

it.each(['2031-02-28', '2028-02-29', '1999-12-31'])('keeps %s', (date) => {
  expect(readSearch({ date })).toEqual({ date })
})
