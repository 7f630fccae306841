import { expect, it } from 'vitest'
import { readSearch } from './search.ts'

it('reads what is shown, and leaves out what it does not know', () => {
  expect(readSearch({ view: 'health', span: 30, finding: 'drift-5' })).toEqual({
    view: 'health',
    span: '30',
    finding: 'drift-5',
  })
  expect(readSearch({ view: 'overview', span: '5', finding: '' })).toEqual({})
})
