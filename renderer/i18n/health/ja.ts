import type { Texts } from '../texts.ts'

export const healthJa: Texts['health'] = {}
