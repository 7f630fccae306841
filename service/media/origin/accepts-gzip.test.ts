import { expect, it } from 'vitest'
import { acceptsGzip } from './accepts-gzip.ts'

it.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP;q=0.001', true],
  ['*', true],
  ['*;q=0, gzip', true],
  ['gzip;q=0, *', false],
  ['gzip; q=0.000', false],
  ['*;q=0', false],
  ['br', false],
  ['x-gzipped', false],
  ['', false],
  [undefined, false],
])('%s: %s', (header, accepts) => expect(acceptsGzip(header)).toBe(accepts))
