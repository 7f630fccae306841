import { expect, it } from 'vitest'
import { SpeechDetector } from './speech.ts'

/** Feeds packets of 20 ms; gives when speech was first told, ms. */
function firstSpeech(levels: readonly number[]): number | null {
  const detector = new SpeechDetector()
  const at = levels.findIndex((level, i) => detector.level(level, 10_000 + i * 20))
  return at < 0 ? null : at * 20
}

const packets = (level: number, count: number) => Array.from({ length: count }, () => level)

it('hears speech within 150 ms, and no silence or click', () => {
  const heard = firstSpeech([...packets(100, 50), ...packets(30, 20)])
  expect(heard).toBeGreaterThanOrEqual(1000)
  expect(heard).toBeLessThanOrEqual(1150)
  expect(firstSpeech(packets(90, 500))).toBeNull()
  expect(firstSpeech([...packets(100, 50), ...packets(10, 2), ...packets(100, 50)])).toBeNull()
})

it('takes no pause between packets for speech', () => {
  for (const pause of [0, 20, 60_000]) {
    const detector = new SpeechDetector()
    detector.level(127, 0)
    expect(detector.level(10, pause)).toBe(false)
  }
  expect(new SpeechDetector().level(10, 60_000)).toBe(false)
})
