import type { Scene } from './scene.ts'

export const CHAT_SCENES: readonly Scene[] = []
