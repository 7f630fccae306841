import type { Texts } from '../texts.ts'

export const firstRunJa: Texts['firstRun'] = {}
