import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { parseAudioSpecificConfig } from './audio-specific-config.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

/** Bits written as text, filled up to bytes with zeros. */
function bits(...fields: string[]): Uint8Array {
  const text = fields.join('')
  return Uint8Array.from((text.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2)))
}

const LC = {
  objectType: 2,
  samplesPerFrame: 1024,
  sbr: null,
  parametricStereo: false,
  extensionSampleRate: null,
}

describe('parseAudioSpecificConfig', () => {
  it.each([
    ['48 kHz stereo', '1190', { sampleRate: 48_000, channels: 2 }],
    ['44.1 kHz stereo', '1210', { sampleRate: 44_100, channels: 2 }],
    ['22.05 kHz mono', '1388', { sampleRate: 22_050, channels: 1 }],
    ['48 kHz 5.1', '11b0', { sampleRate: 48_000, channels: 6 }],
    ['96 kHz 7.1', '1038', { sampleRate: 96_000, channels: 8 }],
    // FFmpeg says explicitly that there is no SBR.
    ['44.1 kHz stereo, no SBR', '121056e500', { sampleRate: 44_100, channels: 2, sbr: false }],
  ])('reads AAC LC: %s', (_name, bytes, expected) => {
    expect(parseAudioSpecificConfig(hex(bytes))).toEqual({ ...LC, ...expected })
  })

  it('reads a rate written out in 24 bits', () => {
    const bytes = bits('00010', '1111', (50_000).toString(2).padStart(24, '0'), '0010', '000')
    expect(parseAudioSpecificConfig(bytes)).toEqual({ ...LC, sampleRate: 50_000, channels: 2 })
  })

  it('reads frames of 960 samples and the delay of a core coder', () => {
    const bytes = bits('00010', '0011', '0010', '1', '1', '0'.repeat(14), '0')
    expect(parseAudioSpecificConfig(bytes)).toMatchObject({ samplesPerFrame: 960, sampleRate: 48_000 })
  })

  it('reads SBR and parametric stereo signalled before the core', () => {
    const sbr = parseAudioSpecificConfig(bits('00101', '0110', '0010', '0011', '00010', '000'))
    expect(sbr).toMatchObject({ objectType: 2, sampleRate: 24_000, sbr: true, extensionSampleRate: 48_000 })
    const ps = parseAudioSpecificConfig(bits('11101', '0110', '0001', '0011', '00010', '000'))
    expect(ps).toMatchObject({ channels: 1, sbr: true, parametricStereo: true })
  })

  it('reads SBR and parametric stereo signalled behind the core', () => {
    const core = ['00010', '0110', '0001', '000']
    const sbr = parseAudioSpecificConfig(bits(...core, '01010110111', '00101', '1', '0011'))
    expect(sbr).toMatchObject({ sbr: true, parametricStereo: false, extensionSampleRate: 48_000 })
    const ps = parseAudioSpecificConfig(
      bits(...core, '01010110111', '00101', '1', '0011', '10101001000', '1'),
    )
    expect(ps).toMatchObject({ sbr: true, parametricStereo: true, extensionSampleRate: 48_000 })
  })

  it('counts the channels of a program config element', () => {
    const element = [
      ...['0000', '01', '0011'], // tag, object type, rate
      ...['0010', '0000', '0001', '01', '000', '0000'], // 2 front, 1 back, 1 low frequency
      ...['0', '0', '0'], // no mixdown
      ...['0', '0000', '1', '0001', '1', '0000', '0000'], // single, pair; pair; low frequency
    ]
    const text = ['00010', '0011', '0000', '000', ...element].join('')
    const aligned = text.padEnd(Math.ceil(text.length / 8) * 8, '0')
    expect(parseAudioSpecificConfig(bits(aligned, '00000000'))).toMatchObject({ channels: 6 })
  })

  it.each([
    ['nothing', '', 'ends too early'],
    ['one byte', '11', 'ends too early'],
    ['a reserved rate', '16a0', 'samplingFrequencyIndex 13 is reserved'],
    ['a rate of 0', '1780000010', 'the sample rate must be positive'],
    ['reserved channels', '11c8', 'channelConfiguration 9 is reserved'],
    ['CELP', '4190', 'audio object type 8 can not be used'],
    ['USAC', 'f94640', 'audio object type 42 can not be used'],
  ])('refuses %s', (_name, bytes, message) => {
    expect(() => parseAudioSpecificConfig(hex(bytes))).toThrow(message)
  })

  it('throws nothing but ProtocolError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        try {
          const { sampleRate, channels } = parseAudioSpecificConfig(bytes)
          expect(sampleRate > 0 && channels > 0).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
