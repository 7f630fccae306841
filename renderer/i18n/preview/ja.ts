import type { Texts } from '../texts.ts'

export const previewJa: Texts['preview'] = {}
