import { LiveError } from '../../../contract/errors.ts'
import type { Operation } from './define-operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { parseTarget } from './target.ts'

const byTarget: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((one) => [one.target, one]))

/** True when the value of X-Sfu-Target is that of an operation. */
export function isOperation(header: string): boolean {
  return byTarget.has(header)
}

/**
 * The operation that X-Sfu-Target names.
 * @throws LiveError `MissingHeaderName`, `MissingService`, `InvalidTarget` or `SchemaNotFound`, which names
 *   the versions that there are
 */
export function findOperation(header: string | undefined): Operation {
  const { prefix, operation } = parseTarget(header)
  const found = byTarget.get(header ?? '')
  if (found) return found
  const others = OPERATIONS.map((one) => one.target).filter(
    (target) => target.startsWith(`${prefix}_`) && target.endsWith(`.${operation}`),
  )
  if (others.length === 0) throw new LiveError('SchemaNotFound')
  throw new LiveError(
    'SchemaNotFound',
    `There is no such operation in this version, but ${others.join(', ')}.`,
  )
}
