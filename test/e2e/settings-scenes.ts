import type { Scene } from './scene.ts'

export const SETTINGS_SCENES: readonly Scene[] = []
