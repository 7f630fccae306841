import type { Texts } from '../texts.ts'

export const usersJa: Texts['users'] = {}
