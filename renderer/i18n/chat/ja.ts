import type { Texts } from '../texts.ts'

export const chatJa: Texts['chat'] = {}
