import { expect, it } from 'vitest'
import { keyUriFor } from './key-uri.ts'

it.each([
  ['https://a.example/key', 'https://a.example/key?kid=K'],
  ['https://a.example', 'https://a.example?kid=K'],
  ['https://a.example/key?x=1', 'https://a.example/key?x=1&kid=K'],
  ['https://a.example/key?', 'https://a.example/key?kid=K'],
  ['https://a.example/key?x=1&', 'https://a.example/key?x=1&kid=K'],
  ['https://a.example/key#part', 'https://a.example/key?kid=K#part'],
  ['https://a.example/key?x=1#a?b', 'https://a.example/key?x=1&kid=K#a?b'],
  ['https://a.example/鍵', 'https://a.example/%E9%8D%B5?kid=K'],
  ['https://a.example/a"b?c="', 'https://a.example/a%22b?c=%22&kid=K'],
  ['https://a.example/a\nb', 'https://a.example/ab?kid=K'],
  ['https://A.example:443/%7e/../x', 'https://A.example:443/%7e/../x?kid=K'],
])('%s', (uri, expected) => expect(keyUriFor(uri, 'K')).toBe(expected))
