import { describe, expect, it } from 'vitest'
import { facetsSet, filterOf, readSearch } from './search.ts'

describe('the address of the log of calls', () => {
  it('is read member by member; what is unknown or empty is left out', () => {
    const address = { api: 'live', status: '5xx', q: 12, call: '7', caller: '', operation: 3, other: 'x' }
    expect(readSearch(address)).toEqual({ api: 'live', status: '5xx', q: '12', call: '7', operation: '3' })
    expect(readSearch({ api: 'both', status: '3xx' })).toEqual({})
  })

  it('names a time, which counts as a filter that is set', () => {
    expect(readSearch({ last: '24h', caller: 'a' })).toEqual({ last: '24h', caller: 'a' })
    expect(readSearch({ from: 5, to: '9' })).toEqual({ from: 5, to: 9 })
    expect(facetsSet({ last: '24h', caller: 'a', q: 'x', call: '7' })).toBe(2)
  })

  it('is a filter without the call that is open', () => {
    expect(filterOf({ q: 'abc', call: '7', status: '4xx' })).toEqual({ search: 'abc', status: '4xx' })
    expect(filterOf({ call: '7' })).toEqual({})
  })
})
