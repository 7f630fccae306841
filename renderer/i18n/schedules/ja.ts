import type { Texts } from '../texts.ts'

export const schedulesJa: Texts['schedules'] = {}
