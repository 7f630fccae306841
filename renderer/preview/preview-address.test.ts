import { expect, it } from 'vitest'
import { previewAddress } from './preview-address.ts'

const ADDRESS = 'http://127.0.0.1:8088/preview/C/index.m3u8'

it.each([
  ['http:', 'airdesk-0123.localhost', ADDRESS],
  ['http:', '127.0.0.1', ADDRESS],
  ['http:', '[::1]', ADDRESS],
  ['https:', 'studio.test', 'https://studio.test:8088/preview/C/index.m3u8'],
  ['https:', '[2001:db8::7]', 'https://[2001:db8::7]:8088/preview/C/index.m3u8'],
  ['http:', '192.0.2.7', 'http://192.0.2.7:8088/preview/C/index.m3u8'],
])('a page of %s//%s loads its preview from %s', (protocol, hostname, expected) => {
  expect(previewAddress(ADDRESS, { protocol, hostname })).toBe(expected)
})
