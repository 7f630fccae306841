import type { Texts } from '../texts.ts'

export const studioJa: Texts['studio'] = {}
