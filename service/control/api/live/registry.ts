import type { Operation } from './define-operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { parseTarget } from './target.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'

const byTarget: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((one) => [one.target, one]))

/** True when the value of X-Sfu-Target is that of an operation. */
export function isOperation(header: string): boolean {
  return byTarget.has(header)
}

/**
 * The operation that X-Sfu-Target names.
 * @throws Refusal `NO_TARGET`, `MALFORMED_TARGET`, `UNKNOWN_PREFIX`, `UNKNOWN_OPERATION`, or `OTHER_VERSION`,
 *   which names those that there are
 */
export function findOperation(header: string | undefined): Operation {
  const found = byTarget.get(header ?? '')
  if (found) return found
  const { prefix, operation } = parseTarget(header)
  const others = OPERATIONS.map((one) => one.target).filter(
    (target) => target.startsWith(`${prefix}_`) && target.endsWith(`.${operation}`),
  )
  throw others.length === 0 ? refusal('UNKNOWN_OPERATION') : refusal('OTHER_VERSION', { targets: others })
}
