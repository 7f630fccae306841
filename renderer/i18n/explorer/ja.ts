import type { Texts } from '../texts.ts'

export const explorerJa: Texts['explorer'] = {}
