/** How large and how well the publisher sends. Pure. */
import type { Rendition } from '../../service/contract/rendition.ts'

export const QUALITIES = ['480p', '720p', '1080p'] as const
export type Quality = (typeof QUALITIES)[number]

export interface QualityFigures {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly bitRateBps: number
}

export const QUALITY_FIGURES: Readonly<Record<Quality, QualityFigures>> = {
  '480p': { width: 854, height: 480, bitRateBps: 1_200_000 },
  '720p': { width: 1280, height: 720, bitRateBps: 2_500_000 },
  '1080p': { width: 1920, height: 1080, bitRateBps: 4_500_000 },
}

export const FRAME_RATE = 30

/** The smallest that fills the best rendition; 720p where there is none. */
export function qualityFor(renditions: readonly Rendition[]): Quality {
  const height = Math.max(0, ...renditions.map(({ video }) => video?.height ?? 0))
  if (height === 0) return '720p'
  return QUALITIES.find((quality) => QUALITY_FIGURES[quality].height >= height) ?? '1080p'
}
