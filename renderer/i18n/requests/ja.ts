import type { Texts } from '../texts.ts'

export const requestsJa: Texts['requests'] = {}
