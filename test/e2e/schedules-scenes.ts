import type { Scene } from './scene.ts'

export const SCHEDULES_SCENES: readonly Scene[] = []
