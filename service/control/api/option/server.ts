import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Sessions } from '../../identity/sessions.ts'
import type { RequestLog } from '../../request-log/call.ts'
import { answerOnce, recallAnswer } from '../http/idempotency.ts'
import type { IdempotencyParts } from '../http/idempotency.ts'
import { withoutNulls } from '../http/null-members.ts'
import { createHttpServer, listen, sendAnswer } from '../http/server.ts'
import type { Listening } from '../http/server.ts'
import { unknownMembers } from '../http/unknown-members.ts'
import { admit, identify } from './admission.ts'
import { beginCall, callOf, logOptionCalls } from './calls.ts'
import type { Context, Endpoint, EndpointParts } from './define-endpoint.ts'
import { optionForm } from './form.ts'
import { parameterReader } from './parameters.ts'
import { ENDPOINTS } from './routes/index.ts'

export interface OptionApiOptions {
  /** Port 0 takes any free one. */
  readonly address: ListenAddress
  /** What the endpoints work on. */
  readonly parts: EndpointParts
  readonly sessions: Pick<Sessions, 'authenticate'>
  readonly idempotency: IdempotencyParts
  readonly logger: Logger
  /** Told of every call. */
  readonly requestLog: RequestLog
  readonly clock: Clock
  /** Names and addresses that the API is reached by, besides loopback and its own address. */
  readonly hosts?: () => readonly string[]
  /** Origins of pages that may call; none by default. */
  readonly origins?: () => readonly string[]
}

/**
 * The listener of the option API.
 * @throws the system's error, with code EADDRINUSE when the port is taken
 */
export function startOptionApi(options: OptionApiOptions): Promise<Listening> {
  const server = createHttpServer({ ...options, form: optionForm })
  // Parameters of GET may come in a body too.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  logOptionCalls(server, { log: options.requestLog, clock: options.clock })
  for (const endpoint of ENDPOINTS) addRoute(server, endpoint, options)
  return listen(server, options.address)
}

/**
 * Token and permission come first, before the body is read, and again when it is there: it may take its
 * time, and the user may have been deleted meanwhile.
 */
function addRoute(server: FastifyInstance, endpoint: Endpoint, options: OptionApiOptions): void {
  const { sessions, parts, idempotency } = options
  const read = parameterReader(endpoint)
  const { permission } = endpoint
  const callerOf = ({ headers }: FastifyRequest) => identify(permission, headers.authorization, sessions)
  server.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest(request, _reply, next) {
      const caller = callerOf(request)
      beginCall(request, caller)
      admit(permission, caller)
      next()
    },
    async handler(request, reply) {
      const call = callOf(request)
      call.parameters = read(request)
      const given = withoutNulls(endpoint.request, call.parameters)
      const checked = endpoint.check(given)
      call.unknownMembers = unknownMembers(given, checked)
      const remoteAddress = request.socket.remoteAddress ?? ''
      const caller = request.body ? callerOf(request) : call.caller
      admit(permission, caller)
      const context = { parts, caller, remoteAddress }
      const body = endpoint.creates
        ? await create(endpoint, { request, checked, context }, idempotency)
        : await endpoint.run(checked, context)
      return sendAnswer(reply, { status: 200, body })
    },
  })
}

interface CheckedCall {
  readonly request: FastifyRequest
  readonly checked: object
  readonly context: Context
}

/** With an Idempotency-Key, a request that comes again is answered from memory, without any preparation. */
async function create(
  endpoint: Extract<Endpoint, { creates: true }>,
  { request, checked, context }: CheckedCall,
  idempotency: IdempotencyParts,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (key === undefined || context.caller === null) {
    const make = await endpoint.prepare(checked, context)
    return make()
  }
  const keyed = {
    owner: `user:${context.caller.user.id}`,
    key: String(key),
    operation: `${endpoint.method} ${endpoint.path}`,
    request: checked,
  }
  const first = recallAnswer(idempotency, keyed)
  if (first) return first
  return answerOnce(idempotency, keyed, await endpoint.prepare(checked, context))
}
