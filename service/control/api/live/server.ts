import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditActor } from '../../../contract/audit.ts'
import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AccessTokens } from '../../identity/access-tokens.ts'
import type { RequestLog } from '../../request-log/call.ts'
import type { Quotas } from '../../system/quotas.ts'
import { bearerToken } from '../http/bearer.ts'
import { createHttpServer, jsonBody, listen, pathOf, sendAnswer } from '../http/server.ts'
import type { Listening } from '../http/server.ts'
import type { Caller } from './define-operation.ts'
import type { LiveDispatch } from './dispatch.ts'
import { liveForm } from './form.ts'
import { headerOf, logLiveCalls, noteLiveCall } from './log-calls.ts'
import { findOperation } from './registry.ts'

export interface LiveApiOptions {
  /** Port 0 takes any free one. */
  readonly address: ListenAddress
  readonly accessTokens: Pick<AccessTokens, 'authenticate' | 'find'>
  /** Told of tokens that let nobody in. */
  readonly audit: Pick<AuditLog, 'wrongToken'>
  readonly dispatch: LiveDispatch
  readonly logger: Logger
  /** Told of every call. */
  readonly requestLog: RequestLog
  /** Everything is allowed where it is left out. */
  readonly quotas?: Pick<Quotas, 'call'>
  readonly clock: Clock
  /** Names and addresses that the API is reached by, besides loopback and its own address. */
  readonly hosts?: () => readonly string[]
  /** Origins of pages that may call; none by default. */
  readonly origins?: () => readonly string[]
  /** Other computers have to speak TLS; null, or left out: nobody does. */
  readonly certificate?: ServedCertificate | null
}

/**
 * The listener of the live API: POST to `/`, the operation named by X-Sfu-Target.
 * @throws the system's error, with code EADDRINUSE when the port is taken
 */
export function startLiveApi(options: LiveApiOptions): Promise<Listening> {
  return listen(createLiveServer(options), options.address)
}

function createLiveServer(options: LiveApiOptions): FastifyInstance {
  const server = createHttpServer({ ...options, form: liveForm })
  logLiveCalls(server, { log: options.requestLog, clock: options.clock })
  server.addHook('onRequest', (request, _reply, next) => {
    if (pathOf(request) === '/') admit(request, options)
    next()
  })
  server.post('/', async (request, reply) => {
    // Again, as the body may have taken its time and the token have been revoked meanwhile.
    const { actor, ...caller } = authenticate(request, options.accessTokens)
    const key = headerOf(request, 'idempotency-key')
    const target = headerOf(request, 'x-sfu-target')
    const answer = await options.dispatch(target, jsonBody(request), caller, {
      idempotencyKey: key,
      asking: { actor, via: 'live', remoteAddress: request.ip },
    })
    noteLiveCall(request, { unknownMembers: answer.unknownMembers })
    return sendAnswer(reply, answer)
  })
  return server
}

/** The token first, then method and target, and all before the body is read. */
function admit(request: FastifyRequest, { accessTokens, quotas, audit }: LiveApiOptions): void {
  const token = bearerToken(request.headers.authorization)
  if (token !== null && !accessTokens.authenticate(token))
    audit.wrongToken({ via: 'live', remoteAddress: request.ip }, accessTokens.find(token))
  const { systemId, tokenId } = authenticate(request, accessTokens)
  quotas?.call(systemId, tokenId)
  if (request.method !== 'POST') throw refusal('METHOD_NOT_ALLOWED')
  findOperation(headerOf(request, 'x-sfu-target'))
}

/** @throws Refusal `NOT_AUTHENTICATED` */
function authenticate(
  request: FastifyRequest,
  accessTokens: Pick<AccessTokens, 'authenticate'>,
): Caller & { readonly actor: AuditActor } {
  const token = bearerToken(request.headers.authorization)
  const found = token === null ? null : accessTokens.authenticate(token)
  if (!found) throw refusal('NOT_AUTHENTICATED')
  noteLiveCall(request, { systemId: found.systemId, caller: found.name })
  const actor: AuditActor = { kind: 'token', id: found.id, name: found.name }
  return { systemId: found.systemId, tokenId: found.id, actor }
}
