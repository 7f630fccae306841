import type { Scene } from './scene.ts'

export const STUDIO_SCENES: readonly Scene[] = []
