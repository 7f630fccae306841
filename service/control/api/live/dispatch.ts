import type { AccessTokenId } from '../../../contract/ids.ts'
import type { Logger } from '../../../platform/logger.ts'
import { HttpFault } from '../http/fault.ts'
import type { Answer } from '../http/fault.ts'
import type { JsonObject } from '../http/strict-json.ts'
import { unknownMembers } from '../http/unknown-members.ts'
import type { Caller, OperationParts } from './define-operation.ts'
import { liveForm } from './form.ts'
import { answerOnce } from './idempotency.ts'
import type { IdempotencyParts } from './idempotency.ts'
import { findOperation } from './registry.ts'

/** A request was answered, but has members that its operation does not know. */
export interface UnknownMembersWarning {
  readonly target: string
  readonly tokenId: AccessTokenId
  /** Paths, not values. */
  readonly members: readonly string[]
}

export interface DispatchParts extends OperationParts {
  readonly logger: Logger
  readonly idempotency: IdempotencyParts
  readonly onWarning: (warning: UnknownMembersWarning) => void
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
) => Promise<Answer>

/** The live API without HTTP: its listener and the console's backend both call it. */
export function createLiveDispatch(parts: DispatchParts): LiveDispatch {
  return async (target, body, caller, idempotencyKey) => {
    try {
      return { status: 200, body: await run(parts, { target, body, caller, idempotencyKey }) }
    } catch (error) {
      return answerError(error, target, parts.logger)
    }
  }
}

interface Call {
  readonly target: string | undefined
  readonly body: JsonObject
  readonly caller: Caller
  readonly idempotencyKey: string | undefined
}

function run(
  parts: DispatchParts,
  { target, body, caller, idempotencyKey: key }: Call,
): object | Promise<object> {
  const operation = findOperation(target)
  const request = operation.check(body)
  const members = unknownMembers(body, request)
  if (members.length > 0) {
    parts.onWarning({ target: operation.target, tokenId: caller.tokenId, members })
  }
  const context = { ...parts, caller }
  if (!operation.creates || key === undefined) return operation.run(request, context)
  const keyed = { caller, key, operation: operation.target, request }
  return answerOnce(parts.idempotency, keyed, () => operation.run(request, context))
}

/** What is no refusal is a fault of ours: logged once, told without detail. */
function answerError(error: unknown, target: string | undefined, logger: Logger): Answer {
  const known = liveForm(error)
  if (known) return known
  logger.error({ err: error, target }, 'operation failed')
  return liveForm(new HttpFault('internal')) ?? { status: 500, body: {} }
}
