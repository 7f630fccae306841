import { expect, it } from 'vitest'
import { AUDIO_BIT_RATES, evenSize, snapAudioBitRate } from './rendition.ts'

it.each([
  ...AUDIO_BIT_RATES.map((rate): [number, number] => [rate, rate]),
  [32_001, 32_000],
  [95_999, 80_000],
  [319_999, 256_000],
  [31_999, 32_000],
])('audio asked for at %i bit/s is encoded at %i', (asked, encoded) =>
  expect(snapAudioBitRate(asked)).toBe(encoded),
)

it.each([
  [640, 640],
  [641, 640],
  [1, 0],
])('%i pixels are encoded as %i', (asked, encoded) => expect(evenSize(asked)).toBe(encoded))
