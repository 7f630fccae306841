import type { Scene } from './scene.ts'

export const USERS_SCENES: readonly Scene[] = []
