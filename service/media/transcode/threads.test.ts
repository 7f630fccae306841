import { expect, test } from 'vitest'
import { encoderThreads } from './threads.ts'

const target = (width: number, height: number, frameRate: number) => ({
  ...{ width, height, frameRate, bitRateBps: 1_000_000, profile: 'high' as const, segmentSeconds: 2 },
})

test.each([
  [target(640, 360, 30), 2, 2],
  [target(1280, 720, 30), 16, 2],
  [target(1920, 1080, 60), 16, 6],
  [target(1920, 1080, 60), 2, 3],
  [target(3840, 2160, 60), 64, 19],
  [target(160, 160, 3), 1, 2],
])('%o on %d cores: %d threads', (output, cores, threads) => {
  expect(encoderThreads(output, cores)).toBe(threads)
})
