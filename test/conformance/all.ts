import { DECIDED } from './decided.ts'
import { STATEMENTS } from './statements.ts'

/** Every statement that a test has to hold: the specification's, and what was decided where it is silent. */
export const ALL = { ...STATEMENTS, ...DECIDED } as const

export type StatementId = keyof typeof ALL
