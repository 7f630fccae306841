import { describe, expect, it } from 'vitest'
import { renditionsSchema } from '../../service/contract/rendition.ts'
import { ladder, PRESETS, renditionNames, renditionRates } from './ladder.ts'

describe('ladder', () => {
  it.each(PRESETS)('%s keeps to the rules of the service', (preset) => {
    expect(renditionsSchema.safeParse(ladder(preset)).error).toBeUndefined()
  })

  it('holds everything from the preset down, best first', () => {
    expect(renditionNames(ladder('1080p'), 'Audio')).toBe('1080p, 720p, 480p, 360p')
    expect(renditionNames(ladder('360p'), 'Audio')).toBe('360p')
    expect(renditionNames(ladder('audio'), 'Audio')).toBe('Audio')
  })

  it('names the rates that will really be encoded', () => {
    const [top] = ladder('720p')
    expect(top && renditionRates({ ...top, audio: { bps: 100_000 } })).toBe('2,500 + 96 kbps')
    expect(renditionRates({ durationSeconds: 2, startTimeOffset: 0, audio: { bps: 320_000 } })).toBe(
      '320 kbps',
    )
  })
})
