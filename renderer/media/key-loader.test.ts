import { expect, it } from 'vitest'
import { consoleKeyAddress } from './key-loader.ts'

it.each([
  [
    'https://auth.example/key?user=4&kid=01KB3Z5N8Q7F3A91QX4D0TEST1',
    '/console/api/keys/01KB3Z5N8Q7F3A91QX4D0TEST1',
  ],
  ['https://auth.example/key?kid=a%2F..%2Fb', '/console/api/keys/a%2F..%2Fb'],
  ['https://auth.example/key', null],
  ['https://auth.example/key?kid=', null],
  ['not an address', null],
])('finds the key of %s at %s', (uri, address) => expect(consoleKeyAddress(uri)).toBe(address))
