import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LimitError, ProtocolError } from '../protocol-error.ts'
import { decodeAmf, DEFAULT_AMF_LIMITS } from './decode.ts'
import { encodeAmf } from './encode.ts'
import type { AmfValue } from './value.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

const { value: anyValue } = fc.letrec<{ value: AmfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.double(),
    fc.boolean(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(null, undefined),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4, noNullPrototype: false }),
  ),
}))

describe('decodeAmf', () => {
  it('reads back what encodeAmf wrote', () => {
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 5 }), (values) => {
        expect(decodeAmf(encodeAmf(values))).toEqual(values)
      }),
    )
  })

  it('reads ECMA arrays, typed objects, long strings, XML and unsupported', () => {
    expect(decodeAmf(hex('08 00000001 0001 61 0101 000009'))).toEqual([{ a: true }])
    expect(decodeAmf(hex('10 0003 666f6f 0001 61 05 000009'))).toEqual([{ a: null }])
    expect(decodeAmf(hex('0c 00000002 6869 0f 00000001 78 0d'))).toEqual(['hi', 'x', undefined])
  })

  it('writes strings over 65,535 bytes as long strings', () => {
    const text = 'é'.repeat(40_000)
    expect(decodeAmf(encodeAmf([text]), { ...DEFAULT_AMF_LIMITS, stringBytes: 80_000 })).toEqual([text])
  })

  it('keeps names such as __proto__ as plain members', () => {
    const [value] = decodeAmf(hex('03 0009 5f5f70726f746f5f5f 03 0001 78 0101 000009 000009'))
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as { x?: boolean }).x).toBeUndefined()
  })

  it('refuses what ends within a value, wherever it ends', () => {
    const whole = encodeAmf([{ text: 'abc', list: [1, true, new Date(5)], more: { none: null } }])
    for (let length = 1; length < whole.length; length++) {
      expect(() => decodeAmf(whole.subarray(0, length)), `${length} bytes`).toThrow(ProtocolError)
    }
  })

  it.each([
    ['reference', '07 0000', 'value type 7 is not known'],
    ['movieclip', '04', 'value type 4 is not known'],
    ['AMF3 switch', '11', 'value type 17 is not known'],
    ['object end outside an object', '09', 'value type 9 is not known'],
  ])('refuses %s', (_name, bytes, message) => {
    expect(() => decodeAmf(hex(bytes))).toThrow(`amf0: ${message}`)
  })

  it.each<[string, Buffer, string]>([
    ['depth', Buffer.concat(Array<Buffer>(20_000).fill(hex('03 0001 61'))), 'levels of objects in objects'],
    ['array depth', Buffer.concat(Array<Buffer>(20_000).fill(hex('0a 00000001'))), 'levels of objects'],
    ['members', hex(`03 ${'0001 61 05'.repeat(513)} 000009`), 'members in one object'],
    ['string length', hex('0c ffffffff 00'), 'bytes in one string'],
    ['elements', hex('0a ffffffff 05'), 'elements in one array'],
    ['values', Buffer.alloc(32_769, 5), 'values in one message'],
  ])('refuses too much: %s', (_name, bytes, message) => {
    expect(() => decodeAmf(bytes)).toThrow(LimitError)
    expect(() => decodeAmf(bytes)).toThrow(message)
  })

  it('throws nothing but ProtocolError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeAmf(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
