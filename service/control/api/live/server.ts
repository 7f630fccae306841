import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AccessTokens } from '../../identity/access-tokens.ts'
import type { AccessToken } from '../../identity/user.ts'
import type { RunEar } from '../../emulator/run-ear.ts'
import type { RequestLog } from '../../request-log/call.ts'
import type { Quotas } from '../../system/quotas.ts'
import type { FaultEffect, FaultFacts } from '../../../contract/faults.ts'
import { LIVE_ERRORS } from '../../../contract/errors.ts'
import type { LiveErrorCode } from '../../../contract/errors.ts'
import { bearerToken } from '../http/bearer.ts'
import { endOfTurn } from '../http/end-of-turn.ts'
import { createHttpServer, jsonBody, listen, pathOf } from '../http/server.ts'
import { sendAnswer } from '../http/send-answer.ts'
import type { Listening } from '../http/server.ts'
import { strikeCalls } from '../http/strike.ts'
import type { Strike } from '../http/strike.ts'
import type { Caller } from './define-operation.ts'
import type { LiveDispatch } from './dispatch.ts'
import { liveBody, liveForm } from './form.ts'
import { headerOf, logLiveCalls, noteLiveCall } from './log-calls.ts'
import { findOperation } from './registry.ts'

export interface LiveApiOptions {
  /** Port 0 takes any free one. */
  readonly address: ListenAddress
  /** What listening waits for. */
  readonly after?: Promise<unknown>
  readonly accessTokens: Pick<AccessTokens, 'authenticate' | 'find'>
  /** Told of tokens that let nobody in. */
  readonly audit: Pick<AuditLog, 'wrongToken'>
  readonly dispatch: LiveDispatch
  readonly logger: Logger
  /** Told of every call. */
  readonly requestLog: RequestLog
  /** Told of every call, complete; left out, or null: nobody is. */
  readonly ear?: RunEar | null
  /** Everything is allowed where it is left out. */
  readonly quotas?: Pick<Quotas, 'call'>
  /** Only in a service for tests: what happens to a call on purpose. */
  readonly faults?: LiveFaults | null
  readonly clock: Clock
  /** Names and addresses that the API is reached by, besides loopback and its own address. */
  readonly hosts?: () => readonly string[]
  /** Origins of pages that may call; none by default. */
  readonly origins?: () => readonly string[]
  /** Other computers have to speak TLS; null, or left out: nobody does. */
  readonly certificate?: ServedCertificate | null
}

export interface LiveFaults {
  at(facts: Omit<FaultFacts['live'], 'onAir'>): FaultEffect<'live'> | null
  /** Ends the token for good. */
  revoke(caller: Pick<Caller, 'systemId' | 'tokenId'>): void
}

/**
 * The listener of the live API: POST to `/`, the operation named by X-Sfu-Target.
 * @throws the system's error, with code EADDRINUSE when the port is taken
 */
export function startLiveApi(options: LiveApiOptions): Promise<Listening> {
  return listen(createLiveServer(options), options.address, options.after)
}

function createLiveServer(options: LiveApiOptions): FastifyInstance {
  const server = createHttpServer({ ...options, keepsBodies: Boolean(options.ear), form: liveForm })
  logLiveCalls(server, { log: options.requestLog, clock: options.clock, ear: options.ear })
  server.addHook('onRequest', (request, _reply, next) => {
    if (pathOf(request) === '/') admit(request, options)
    next()
  })
  const { faults } = options
  if (faults) strikeCalls(server, (request) => strikeOf(request, faults, options))
  server.post('/', async (request, reply) => {
    // Again, as the body may have taken its time and the token have been revoked meanwhile.
    const { id: tokenId, systemId, name } = authenticate(request, options.accessTokens)
    const key = headerOf(request, 'idempotency-key')
    const target = headerOf(request, 'x-sfu-target')
    const answer = await options.dispatch(
      target,
      jsonBody(request),
      { systemId, tokenId },
      {
        idempotencyKey: key,
        asking: { actor: { kind: 'token', id: tokenId, name }, via: 'live', remoteAddress: request.ip },
      },
    )
    if (answer.unknownMembers.length > 0) noteLiveCall(request, { unknownMembers: answer.unknownMembers })
    await endOfTurn()
    return sendAnswer(reply, answer)
  })
  return server
}

/** The token first, then method and target, and all before the body is read. */
function admit(request: FastifyRequest, { accessTokens, quotas, audit }: LiveApiOptions): void {
  const { id, systemId, name } = authenticate(request, accessTokens, (token) =>
    audit.wrongToken({ via: 'live', remoteAddress: request.ip }, accessTokens.find(token)),
  )
  noteLiveCall(request, { systemId, caller: name })
  quotas?.call(systemId, id)
  if (request.method !== 'POST') throw refusal('METHOD_NOT_ALLOWED')
  findOperation(headerOf(request, 'x-sfu-target'))
}

/** @throws Refusal `NOT_AUTHENTICATED` where the token of the call was just revoked on purpose */
function strikeOf(
  request: FastifyRequest,
  faults: LiveFaults,
  { accessTokens }: LiveApiOptions,
): Strike | null {
  const { id: tokenId, systemId } = authenticate(request, accessTokens)
  const { channel_id: channelId } = (request.body ?? {}) as { readonly channel_id?: unknown }
  const effect = faults.at({
    systemId,
    operation: headerOf(request, 'x-sfu-target') ?? '',
    ...(typeof channelId === 'string' && { channelId }),
  })
  if (effect?.kind === 'revoke') {
    faults.revoke({ systemId, tokenId })
    throw refusal('NOT_AUTHENTICATED')
  }
  if (effect?.kind !== 'answer') return effect
  const code = effect.code as LiveErrorCode
  return { kind: 'answer', answer: { status: LIVE_ERRORS[code].status, body: liveBody(code) } }
}

/**
 * @param wrongToken told of a token that lets nobody in
 * @throws Refusal `NOT_AUTHENTICATED`
 */
function authenticate(
  request: FastifyRequest,
  accessTokens: Pick<AccessTokens, 'authenticate'>,
  wrongToken: (token: string) => void = () => undefined,
): AccessToken {
  const token = bearerToken(request.headers.authorization)
  const found = token === null ? null : accessTokens.authenticate(token)
  if (token !== null && !found) wrongToken(token)
  if (!found) throw refusal('NOT_AUTHENTICATED')
  return found
}
