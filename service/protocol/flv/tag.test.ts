import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeAmf } from '../amf0/encode.ts'
import { ProtocolError } from '../protocol-error.ts'
import { parseFlvTag } from './tag.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const fourCc = (head: string, code: string, rest = '') =>
  Buffer.concat([hex(head), Buffer.from(code), hex(rest)])

describe('parseFlvTag, video', () => {
  it('reads an H.264 decoder configuration', () => {
    expect(parseFlvTag(9, hex('17 00 000000 0164'))).toEqual({
      type: 'video-config',
      decoderConfig: hex('0164'),
    })
  })

  it.each([
    ['key frame', '17 01 000000 aabb', true, 0],
    ['generated key frame', '47 01 000000 aabb', true, 0],
    ['inter frame', '27 01 000021 aabb', false, 33],
    ['disposable inter frame', '37 01 000042 aabb', false, 66],
    ['negative composition time', '27 01 fffff0 aabb', false, -16],
  ])('reads a picture: %s', (_name, body, key, compositionMs) => {
    expect(parseFlvTag(9, hex(body))).toEqual({ type: 'video', key, compositionMs, data: hex('aabb') })
  })

  it('reads H.264 in enhanced tags', () => {
    const config = fourCc('90', 'avc1', '0164')
    expect(parseFlvTag(9, config)).toEqual({ type: 'video-config', decoderConfig: hex('0164') })
    const data = hex('aabb')
    const late = fourCc('91', 'avc1', '000021 aabb')
    expect(parseFlvTag(9, late)).toEqual({ type: 'video', key: true, compositionMs: 33, data })
    const atOnce = fourCc('a3', 'avc1', 'aabb')
    expect(parseFlvTag(9, atOnce)).toEqual({ type: 'video', key: false, compositionMs: 0, data })
  })

  it.each([
    ['22 00', 'Sorenson H.263'],
    ['14 00', 'VP6'],
    ['1c 00', 'HEVC'],
    ['1d 00', 'AV1'],
    ['1f 00', 'video codec 15'],
  ])('names a legacy codec: %s', (body, codec) => {
    expect(parseFlvTag(9, hex(body))).toEqual({ type: 'unsupported', kind: 'video', codec })
  })

  it.each([
    ['hvc1', 'HEVC'],
    ['av01', 'AV1'],
    ['vp09', 'VP9'],
    ['abcd', 'abcd'],
    ['\x00\x01\x02\x03', 'FourCC 0x00010203'],
  ])('names a FourCC: %j', (code, codec) => {
    expect(parseFlvTag(9, fourCc('90', code, '00'))).toEqual({ type: 'unsupported', kind: 'video', codec })
  })

  it('names multitrack video', () => {
    expect(parseFlvTag(9, hex('96 00 61766331'))).toMatchObject({ codec: 'multitrack video' })
  })

  it.each([
    ['nothing', ''],
    ['a command to the player', '57 00'],
    ['an end of sequence', '17 02 000000'],
    ['a picture without data', '27 01 000000'],
    ['an enhanced end of sequence', '92 61766331'],
    ['enhanced metadata', '94 61766331'],
  ])('ignores %s', (_name, body) => {
    expect(parseFlvTag(9, hex(body))).toEqual({ type: 'ignored' })
  })

  it.each(['17', '17 01', '17 01 0000', '90', '90 617663', '91 61766331 0000'])('refuses %s', (body) => {
    expect(() => parseFlvTag(9, hex(body))).toThrow(ProtocolError)
  })
})

describe('parseFlvTag, audio', () => {
  it('reads AAC', () => {
    expect(parseFlvTag(8, hex('af 00 1190'))).toEqual({ type: 'audio-config', decoderConfig: hex('1190') })
    expect(parseFlvTag(8, hex('af 01 21aa'))).toEqual({ type: 'audio', data: hex('21aa') })
  })

  it('reads AAC in enhanced tags', () => {
    const config = fourCc('90', 'mp4a', '1190')
    expect(parseFlvTag(8, config)).toEqual({ type: 'audio-config', decoderConfig: hex('1190') })
    expect(parseFlvTag(8, fourCc('91', 'mp4a', '21'))).toEqual({ type: 'audio', data: hex('21') })
  })

  it.each([
    ['2f 00', 'MP3'],
    ['3e', 'PCM'],
    ['bf 00', 'Speex'],
    ['cf', 'audio format 12'],
    ['90 4f707573', 'Opus'],
    ['91 664c6143', 'FLAC'],
    ['95 00 6d703461', 'multitrack audio'],
  ])('names what is not AAC: %s', (body, codec) => {
    expect(parseFlvTag(8, hex(body))).toEqual({ type: 'unsupported', kind: 'audio', codec })
  })

  it.each(['', 'af 01', '92 6d703461', '94 6d703461'])('ignores %j', (body) => {
    expect(parseFlvTag(8, hex(body))).toEqual({ type: 'ignored' })
  })

  it.each(['af', '90', '91 6d7034'])('refuses %s', (body) => {
    expect(() => parseFlvTag(8, hex(body))).toThrow(ProtocolError)
  })
})

describe('parseFlvTag, data', () => {
  it('reads metadata with and without the command before it', () => {
    const value = { framerate: 30, encoder: 'test' }
    for (const head of [['@setDataFrame', 'onMetaData'], ['onMetaData']]) {
      expect(parseFlvTag(18, encodeAmf([...head, value]))).toEqual({ type: 'metadata', value })
    }
  })

  it('ignores other data', () => {
    expect(parseFlvTag(18, encodeAmf(['onTextData', { text: 'x' }]))).toEqual({ type: 'ignored' })
  })

  it('refuses metadata that is no object, and broken AMF0', () => {
    expect(() => parseFlvTag(18, encodeAmf(['onMetaData', 5]))).toThrow('onMetaData must hold an object')
    expect(() => parseFlvTag(18, hex('02 00ff 61'))).toThrow(ProtocolError)
  })
})

it('throws nothing but ProtocolError, whatever the body', () => {
  fc.assert(
    fc.property(fc.constantFrom<8 | 9 | 18>(8, 9, 18), fc.uint8Array({ maxLength: 40 }), (type, body) => {
      try {
        parseFlvTag(type, Buffer.from(body))
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError)
      }
    }),
    { numRuns: 3000 },
  )
})
