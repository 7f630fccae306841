import { expect, test } from 'vitest'
import { ladder } from '../channel/ladder.ts'
import { qualityFor } from './quality.ts'

test.each([
  [ladder('1080p'), '1080p'],
  [ladder('720p'), '720p'],
  [ladder('480p'), '480p'],
  [ladder('360p'), '480p'],
  [ladder('audio'), '720p'],
  [[], '720p'],
] as const)('%# fills the best rendition: %s', (renditions, quality) =>
  expect(qualityFor(renditions)).toBe(quality),
)
