import { LiveError } from '../../../contract/errors.ts'
import type { Logger } from '../../../platform/logger.ts'
import { HttpFault } from '../http/fault.ts'
import type { Answer } from '../http/fault.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { IdempotencyParts, KeyRefusals } from '../http/idempotency.ts'
import type { JsonObject } from '../http/strict-json.ts'
import { unknownMembers } from '../http/unknown-members.ts'
import type { Caller, Operation, OperationParts } from './define-operation.ts'
import { liveForm } from './form.ts'
import { findOperation } from './registry.ts'

/** An answer, and what the log of calls has to say about the request. */
export interface LiveAnswer extends Answer {
  /** Paths of members that the operation does not know and has ignored. */
  readonly unknownMembers: readonly string[]
}

export interface DispatchParts extends OperationParts {
  readonly logger: Logger
  readonly idempotency: IdempotencyParts
}

/**
 * Answers a call of the live API; never throws, refusals are answers too.
 * @param target value of X-Sfu-Target
 * @param idempotencyKey value of Idempotency-Key; only creating operations look at it
 */
export type LiveDispatch = (
  target: string | undefined,
  body: JsonObject,
  caller: Caller,
  idempotencyKey?: string,
) => Promise<LiveAnswer>

/** The live API without HTTP: its listener and the console's backend both call it. */
export function createLiveDispatch(parts: DispatchParts): LiveDispatch {
  return async (target, body, caller, idempotencyKey) => {
    let ignored: readonly string[] = []
    try {
      const operation = findOperation(target)
      const request = operation.check(body)
      ignored = unknownMembers(body, request)
      const answer = await run(parts, { operation, request, caller, idempotencyKey })
      return { status: 200, body: answer, unknownMembers: ignored }
    } catch (error) {
      return { ...answerError(error, target, parts.logger), unknownMembers: ignored }
    }
  }
}

interface CheckedCall {
  readonly operation: Operation
  readonly request: object
  readonly caller: Caller
  readonly idempotencyKey: string | undefined
}

function run(parts: DispatchParts, call: CheckedCall): object | Promise<object> {
  const { operation, request, caller, idempotencyKey: key } = call
  const context = { ...parts, caller }
  if (!operation.creates || key === undefined) return operation.run(request, context)
  const { target } = operation
  const keyed = { owner: caller.tokenId, key, operation: target, request, refusals: KEY_REFUSALS }
  return answerOnce(parts.idempotency, keyed, () => operation.run(request, context))
}

const KEY_REFUSALS: KeyRefusals = {
  badKey: (problem) => new LiveError('InvalidHeader', [problem]),
  reused: () => new LiveError('IDEMPOTENCY-KEY-REUSED'),
}

/** What is no refusal is a fault of ours: logged once, told without detail. */
function answerError(error: unknown, target: string | undefined, logger: Logger): Answer {
  const known = liveForm(error)
  if (known) return known
  logger.error({ err: error, target }, 'operation failed')
  return liveForm(new HttpFault('internal')) ?? { status: 500, body: {} }
}
