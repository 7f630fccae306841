import type { Texts } from '../texts.ts'

export const controlRoomJa: Texts['controlRoom'] = {}
