import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeFlvFileTag, flvFileHeader } from '../../../test/support/write-flv.ts'
import { ProtocolError } from '../protocol-error.ts'
import { readFlvFile } from './file.ts'

const anyTag = fc.record({
  type: fc.constantFrom(8, 9, 18),
  timestampMs: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 0xffffff, 0x1000000)),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
})

it('reads back what was written', () => {
  fc.assert(
    fc.property(fc.array(anyTag, { maxLength: 8 }), (tags) => {
      const file = Buffer.concat([flvFileHeader({ audio: true, video: true }), ...tags.map(encodeFlvFileTag)])
      expect([...readFlvFile(file)]).toEqual(tags)
    }),
  )
})

it('refuses other files and cut ones', () => {
  expect(() => [...readFlvFile(Buffer.from('RIFFxxxxxxxxxxxxxx'))]).toThrow(
    'the file does not begin with FLV',
  )
  const tag = encodeFlvFileTag({ type: 9, timestampMs: 0, body: Buffer.alloc(20) })
  const file = Buffer.concat([flvFileHeader({ audio: false, video: true }), tag])
  expect(() => [...readFlvFile(file.subarray(0, 18))]).toThrow(ProtocolError)
  expect(() => [...readFlvFile(file.subarray(0, 30))]).toThrow('the file ends within a tag')
})
