import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../../service/protocol/protocol-error.ts'
import { splitLengthPrefixed } from './nal-units.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('splitLengthPrefixed', () => {
  it('reads other lengths and leaves out empty units', () => {
    expect(splitLengthPrefixed(hex('0002 65aa 0000 0001 41'), 2)).toEqual([hex('65aa'), hex('41')])
    expect(splitLengthPrefixed(hex('02 65aa'), 1)).toEqual([hex('65aa')])
    expect(splitLengthPrefixed(hex(''), 4)).toEqual([])
  })

  it.each(['000000', '00000002 65', 'ffffffff 65', '00000001 65 00'])('refuses %s', (bytes) => {
    expect(() => splitLengthPrefixed(hex(bytes), 4)).toThrow(ProtocolError)
  })
})
