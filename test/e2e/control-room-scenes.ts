import type { Scene } from './scene.ts'

export const CONTROL_ROOM_SCENES: readonly Scene[] = []
