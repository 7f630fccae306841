import { expect, it } from 'vitest'
import { bearerToken } from './bearer.ts'

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER   a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  [undefined, null],
  ['', null],
  ['Bearer', null],
  ['Bearer ', null],
  ['abc', null],
  ['Basic abc', null],
  ['Bearerabc', null],
  ['Bearer a b', null],
  ['Bearer a=b', null],
  ['Bearer é', null],
  ['Bearer a, Bearer b', null],
])('%j: %j', (header, token) => expect(bearerToken(header)).toBe(token))
