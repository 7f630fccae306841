import type { Scene } from './scene.ts'

export const PREVIEW_SCENES: readonly Scene[] = []
