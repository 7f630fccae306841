import type { StatementId } from './all.ts'

/** Statements that no test can hold yet, with the reason. Printed by the suite and by docs/conformance.md. */
export const LATER: Readonly<Partial<Record<StatementId, string>>> = {}
