import type { Texts } from '../texts.ts'

export const catcherJa: Texts['catcher'] = {}
