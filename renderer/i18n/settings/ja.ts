import type { Texts } from '../texts.ts'

export const settingsJa: Texts['settings'] = {}
