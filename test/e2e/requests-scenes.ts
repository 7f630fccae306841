import type { Scene } from './scene.ts'

export const REQUESTS_SCENES: readonly Scene[] = []
