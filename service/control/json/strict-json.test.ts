import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../contract/refusal/refusals.ts'
import { parseJsonObject } from './strict-json.ts'

const parse = (text: string) => parseJsonObject(Buffer.from(text))
const refusal = (bytes: Uint8Array) => {
  try {
    parseJsonObject(bytes)
  } catch (error) {
    if (error instanceof Refusal && REFUSALS[error.code].option === 'BAD_JSON') return error.message
    throw error
  }
  return 'accepted'
}

const refused: [string, string | Uint8Array, RegExp][] = [
  ['nothing', '', /not valid JSON/],
  ['white space', ' \n', /not valid JSON/],
  ['an array', '[]', /must be a JSON object/],
  ['a string', '"x"', /must be a JSON object/],
  ['a number', '1', /must be a JSON object/],
  ['null', 'null', /must be a JSON object/],
  ['a trailing comma', '{"a":1,}', /not valid JSON/],
  ['two values', '{}{}', /not valid JSON \(at position 2\)/],
  ['a comment', '{/**/}', /not valid JSON/],
  ['single quotes', "{'a':1}", /not valid JSON/],
  ['NaN', '{"a":NaN}', /not valid JSON/],
  ['a control character', '{"a":"\u0001"}', /not valid JSON/],
  ['a name twice', '{"a":1,"a":1}', /twice: "a"/],
  ['a name twice with space', '{"a" \n\t\r :1,"a":1}', /twice: "a"/],
  ['a name twice by escape', '{"a":1,"\\u0061":2}', /twice: "a"/],
  ['a name twice deep inside', '{"x":[{"y":{"a":1,"b":{},"a":2}}]}', /twice: "a"/],
  ['the empty name twice', '{"":1,"":2}', /twice: ""/],
  ['__proto__', '{"__proto__":{}}', /__proto__/],
  ['__proto__ by escape', '{"a":[{"\\u005f_proto__":1}]}', /__proto__/],
  ['constructor.prototype', '{"constructor":{"prototype":{}}}', /prototype/],
  ['too deep arrays', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
  ['too deep objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, /nested too deeply/],
  ['half a surrogate pair', '{"a":"\\ud800"}', /well-formed/],
  ['half a surrogate pair as a name', '{"\\udc00":1}', /well-formed/],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), /UTF-8/],
  ['overlong UTF-8', Uint8Array.of(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d), /UTF-8/],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), /not valid JSON/],
]

describe('parseJsonObject', () => {
  it.each(refused)('refuses %s', (_, body, reason) => {
    expect(refusal(typeof body === 'string' ? Buffer.from(body) : body)).toMatch(reason)
  })

  it('does not quote the body', () => {
    expect(refusal(Buffer.from('{"password":"hunter2"'))).not.toContain('hunter')
    expect(refusal(Buffer.from('{"password":"hunter2" x}'))).not.toContain('hunter')
  })

  it('accepts what is allowed and looks like what is not', () => {
    expect(parse('{"a":"a","b":["a","a",{"a":1},{"a":1}],"c":{"a":"\\":\\"","b":"{\\"a\\":1"}}')).toEqual({
      a: 'a',
      b: ['a', 'a', { a: 1 }, { a: 1 }],
      c: { a: '":"', b: '{"a":1' },
    })
    expect(parse('{"constructor":1,"prototype":2,"toString":"\\\\","d":"\\\\\\""}')).toMatchObject({
      prototype: 2,
      toString: '\\',
    })
    expect(parse('{"a":"😀","\\ud83d\\ude00":"é"}')).toEqual({ a: '😀', '😀': 'é' })
    expect(parse('\ufeff {"a":1} \n')).toEqual({ a: 1 })
  })

  it('agrees with JSON.parse for every object without such names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 6 })), (object) => {
        const text = JSON.stringify(object)
        fc.pre(!text.includes('proto') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text))
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('never fails in another way, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof refusal(bytes)).toBe('string')
      }),
    )
  })
})
