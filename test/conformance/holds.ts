import { test } from 'vitest'
import { ALL } from './all.ts'
import type { StatementId } from './all.ts'

/**
 * A test that holds a statement of the specification; named after it. `coverage.test.ts` finds the calls by
 * their text, so the id is written out in each.
 */
export function holds(id: StatementId, run: () => Promise<void> | void): void {
  test(`${id}: ${ALL[id]}`, run)
}
