import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import type { Sessions } from '../../identity/sessions.ts'
import { userActor } from '../../audit/actors.ts'
import type { AuditLog, Begun } from '../../audit/audit-log.ts'
import type { RunEar } from '../../emulator/run-ear.ts'
import type { RequestLog } from '../../request-log/call.ts'
import type { Quotas } from '../../system/quotas.ts'
import { OPTION_ERRORS } from '../../../contract/errors.ts'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import type { FaultEffect, FaultFacts } from '../../../contract/faults.ts'
import { actUndone } from '../../audit/acts.ts'
import { endOfTurn } from '../http/end-of-turn.ts'
import { answerOnce, recallAnswer } from '../http/idempotency.ts'
import type { IdempotencyParts } from '../http/idempotency.ts'
import { withoutNulls } from '../../json/null-members.ts'
import { createHttpServer, listen } from '../http/server.ts'
import { sendAnswer } from '../http/send-answer.ts'
import type { Listening } from '../http/server.ts'
import { strikeCalls } from '../http/strike.ts'
import type { Strike } from '../http/strike.ts'
import { unknownMembers } from '../../json/unknown-members.ts'
import { admit, identify } from './admission.ts'
import { beginCall, callOf, logOptionCalls } from './calls.ts'
import type { Caller, Context, Endpoint, EndpointParts, Make } from './define-endpoint.ts'
import { optionBody, optionForm } from './form.ts'
import { parameterReader } from './parameters.ts'
import { ENDPOINTS } from './routes/index.ts'

export interface OptionApiOptions {
  /** Port 0 takes any free one. */
  readonly address: ListenAddress
  /** What listening waits for. */
  readonly after?: Promise<unknown>
  /** What the endpoints work on. */
  readonly parts: EndpointParts
  readonly sessions: Pick<Sessions, 'authenticate'>
  readonly idempotency: IdempotencyParts
  /** Told of every call that changes something. */
  readonly audit: Pick<AuditLog, 'attempt' | 'refused' | 'wrongToken'>
  readonly logger: Logger
  /** Told of every call. */
  readonly requestLog: RequestLog
  /** Told of every call, complete; left out, or null: nobody is. */
  readonly ear?: RunEar | null
  /** Everything is allowed where it is left out. */
  readonly quotas?: Pick<Quotas, 'call'>
  /** Only in a service for tests: what happens to a call on purpose. */
  readonly faults?: OptionFaults | null
  readonly clock: Clock
  /** Names and addresses that the API is reached by, besides loopback and its own address. */
  readonly hosts?: () => readonly string[]
  /** Origins of pages that may call; none by default. */
  readonly origins?: () => readonly string[]
  /** Other computers have to speak TLS; null, or left out: nobody does. */
  readonly certificate?: ServedCertificate | null
}

export interface OptionFaults {
  at(facts: FaultFacts['option']): FaultEffect<'option'> | null
}

/**
 * The listener of the option API.
 * @throws the system's error, with code EADDRINUSE when the port is taken
 */
export function startOptionApi(options: OptionApiOptions): Promise<Listening> {
  const server = createHttpServer({ ...options, keepsBodies: Boolean(options.ear), form: optionForm })
  // Parameters of GET may come in a body too.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  logOptionCalls(server, { log: options.requestLog, clock: options.clock, ear: options.ear })
  const { faults } = options
  if (faults) strikeCalls(server, (request) => strikeOf(request, faults))
  for (const endpoint of ENDPOINTS) addRoute(server, endpoint, options)
  return listen(server, options.address, options.after)
}

function strikeOf(request: FastifyRequest, faults: OptionFaults): Strike | null {
  const { caller } = callOf(request)
  const effect = faults.at({
    method: request.method,
    path: request.routeOptions.url ?? '',
    ...(caller && { systemId: caller.system.id }),
  })
  if (effect?.kind !== 'answer') return effect
  const code = effect.code as OptionErrorCode
  return { kind: 'answer', answer: { status: OPTION_ERRORS[code].status, body: optionBody(code) } }
}

/**
 * Token and permission come first, before the body is read, and again when it is there: it may take its
 * time, and the user may have been deleted meanwhile.
 */
function addRoute(server: FastifyInstance, endpoint: Endpoint, options: OptionApiOptions): void {
  const { sessions, parts, idempotency, audit } = options
  const read = parameterReader(endpoint)
  const { permission } = endpoint
  const callerOf = ({ headers }: FastifyRequest, wrongToken?: () => void) =>
    identify(permission, headers.authorization, sessions, wrongToken)
  server.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest(request, _reply, next) {
      const caller = callerOf(request, () => audit.wrongToken({ via: 'option', remoteAddress: request.ip }))
      beginCall(request, caller)
      if (caller) options.quotas?.call(caller.system.id, `user:${caller.user.id}`)
      try {
        admit(permission, caller)
      } catch (error) {
        const begun = begunBy(endpoint, request, caller)
        if (begun) audit.refused(begun, error)
        throw error
      }
      next()
    },
    async handler(request, reply) {
      const call = callOf(request)
      call.parameters = read(request)
      const given = withoutNulls(endpoint.request, call.parameters)
      const checked = endpoint.check(given)
      call.unknownMembers = unknownMembers(given, checked)
      const remoteAddress = request.socket.remoteAddress ?? ''
      const admitNow = () => {
        const now = callerOf(request)
        admit(permission, now)
        return now
      }
      const caller = request.body ? admitNow() : call.caller
      const client = request.headers['user-agent'] ?? ''
      const context = { parts, caller, remoteAddress, client }
      const answered = (): object | Promise<object> => {
        if (!endpoint.creates && endpoint.kept) return endpoint.kept(checked, context)
        const run = (): object | Promise<object> =>
          endpoint.creates
            ? create(endpoint, { request, checked, context, admitNow }, idempotency)
            : endpoint.run(checked, context)
        const begun = begunBy(endpoint, request, caller, checked)
        return begun ? audit.attempt(begun, run, true) : run()
      }
      const body = await answered()
      await endOfTurn()
      return sendAnswer(reply, { status: 200, body })
    },
  })
}

/** What the audit log is told; null where it is told nothing. */
function begunBy(
  { audit: verb }: Endpoint,
  request: FastifyRequest,
  caller: Caller | null,
  given: object = {},
): Begun | null {
  if (verb === null) return null
  const actor = userActor(caller?.user ?? null)
  return { verb, actor, systemId: caller?.system.id ?? null, via: 'option', remoteAddress: request.ip, given }
}

interface CheckedCall {
  readonly request: FastifyRequest
  readonly checked: object
  readonly context: Context
  /** @throws Refusal where whoever asks is gone, or may no longer */
  readonly admitNow: () => void
}

/** With an Idempotency-Key, a request that comes again is answered from memory, without any preparation. */
async function create(
  endpoint: Extract<Endpoint, { creates: true }>,
  { request, checked, context, admitNow }: CheckedCall,
  idempotency: IdempotencyParts,
): Promise<object> {
  // To prepare it, and to wait for others, takes its time.
  const written = (make: Make) =>
    writtenTogether(idempotency, () => {
      admitNow()
      return make()
    })
  const key = request.headers['idempotency-key']
  if (key === undefined || context.caller === null) return written(await endpoint.prepare(checked, context))
  const keyed = {
    owner: `user:${context.caller.user.id}`,
    key: String(key),
    operation: `${endpoint.method} ${endpoint.path}`,
    request: checked,
  }
  const first = recallAnswer(idempotency, keyed)
  if (first) return first
  const make = await endpoint.prepare(checked, context)
  return written(() => answerOnce(idempotency, keyed, make))
}

/** With all others that are to be written now. */
async function writtenTogether({ transactions }: IdempotencyParts, make: Make): Promise<object> {
  try {
    return await transactions.together(make)
  } catch (error) {
    actUndone()
    throw error
  }
}
