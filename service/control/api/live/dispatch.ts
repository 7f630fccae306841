import type { AuditLog, Begun } from '../../audit/audit-log.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Answer, ErrorForm } from '../http/answer.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { IdempotencyParts } from '../http/idempotency.ts'
import { faultOf } from '../http/send-answer.ts'
import { withoutNulls } from '../../json/null-members.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import { unknownMembers } from '../../json/unknown-members.ts'
import type { Caller, Operation, OperationParts } from './define-operation.ts'
import { liveForm } from './form.ts'
import { findOperation } from './registry.ts'

/** An answer, and what the log of calls has to say about the request. */
export interface LiveAnswer extends Answer {
  /** Paths of members that the operation does not know and has ignored. */
  readonly unknownMembers: readonly string[]
}

export type Asking = Pick<Begun, 'actor' | 'via' | 'remoteAddress'>

export interface DispatchParts extends OperationParts {
  readonly logger: Logger
  readonly idempotency: IdempotencyParts
  readonly audit: Pick<AuditLog, 'attempt'>
}

export interface CallOptions {
  /** Value of Idempotency-Key; only creating operations look at it. */
  readonly idempotencyKey?: string | undefined
  /** Who asks and from where, for the audit log. */
  readonly asking: Asking
  /** Of refusals; the API's own unless it is given. */
  readonly form?: ErrorForm
}

/**
 * Answers a call of the live API; never throws, refusals are answers too.
 * @param target value of X-Sfu-Target
 */
export type LiveDispatch = (
  target: string | undefined,
  body: JsonObject,
  caller: Caller,
  options: CallOptions,
) => Promise<LiveAnswer>

/** The live API without HTTP: its listener and the console's backend both call it. */
export function createLiveDispatch(parts: DispatchParts): LiveDispatch {
  return async (target, body, caller, { idempotencyKey, asking, form = liveForm }) => {
    let ignored: readonly string[] = []
    try {
      const operation = findOperation(target)
      const given = withoutNulls(operation.request, body)
      const request = operation.check(given)
      ignored = unknownMembers(given, request)
      const answer = await runAudited(parts, asking, { operation, request, caller, idempotencyKey })
      return { status: 200, body: answer, unknownMembers: ignored }
    } catch (error) {
      return {
        ...answerError(error, form, () => parts.logger.error({ err: error, target }, 'operation failed')),
        unknownMembers: ignored,
      }
    }
  }
}

interface CheckedCall {
  readonly operation: Operation
  readonly request: object
  readonly caller: Caller
  readonly idempotencyKey: string | undefined
}

/** What creates something runs, with its entry, in one transaction; what takes its time writes the entry itself. */
function runAudited(parts: DispatchParts, asking: Asking, call: CheckedCall): object | Promise<object> {
  const { operation, request, caller } = call
  if (operation.audit === null) return run(parts, call)
  const begun = { ...asking, verb: operation.audit, systemId: caller.systemId, given: request }
  return parts.audit.attempt(begun, () => run(parts, call), !operation.creates)
}

function run(parts: DispatchParts, call: CheckedCall): object | Promise<object> {
  const { operation, request, caller, idempotencyKey: key } = call
  const context = { ...parts, caller }
  if (!operation.creates || key === undefined) return operation.run(request, context)
  const { target } = operation
  const keyed = { owner: caller.tokenId, key, operation: target, request }
  return answerOnce(parts.idempotency, keyed, () => operation.run(request, context))
}

/** What is no refusal is a fault of ours: logged once, told without detail. */
function answerError(error: unknown, form: ErrorForm, log: () => void): Answer {
  const known = form(error)
  if (known) return known
  log()
  return form(faultOf(error)) ?? { status: 500, body: {} }
}
