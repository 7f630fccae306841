import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { RunEar } from '../../emulator/run-ear.ts'
import type { RequestLog } from '../../request-log/call.ts'
import { logCalls } from '../http/call-log.ts'
import type { CallDescription } from '../http/call-log.ts'
import { pathOf } from '../http/server.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import type { Caller } from './define-endpoint.ts'

/** What is known of a call of an endpoint, as far as it has come. */
export interface EndpointCall {
  readonly caller: Caller | null
  /** As they came; undefined until they are read. */
  parameters: JsonObject | undefined
  /** Paths of parameters that the endpoint does not know and has ignored. */
  unknownMembers: readonly string[]
}

/** Of an unknown path, so much is kept: enough to see the misspelling. */
const MAX_UNKNOWN_PATH = 64

/** Has every call that `server` answers logged; `beginCall` says what is known of each. */
export function logOptionCalls(
  server: FastifyInstance,
  parts: { log: RequestLog; clock: Clock; ear: RunEar | null | undefined },
): void {
  server.decorateRequest('call', null)
  logCalls(server, { ...parts, describe })
}

export function beginCall(request: FastifyRequest, caller: Caller | null): void {
  request.setDecorator<EndpointCall>('call', { caller, parameters: undefined, unknownMembers: [] })
}

export function callOf(request: FastifyRequest): EndpointCall {
  return request.getDecorator<EndpointCall>('call')
}

function describe(request: FastifyRequest): CallDescription {
  const call = request.getDecorator<EndpointCall | null>('call')
  return {
    api: 'option',
    operation: operationOf(request),
    systemId: call?.caller?.system.id ?? null,
    caller: call?.caller?.user.email ?? null,
    request: call?.parameters,
    unknownMembers: call?.unknownMembers ?? [],
  }
}

function operationOf(request: FastifyRequest): string {
  // The path of the endpoint: the caller may have written it with percent-encoding.
  if (!request.is404) return `${request.method} ${request.routeOptions.url ?? ''}`
  const printable = pathOf(request)
    .slice(0, MAX_UNKNOWN_PATH)
    .replace(/[^\x20-\x7e]/g, '?')
  return `(unknown) ${request.method} ${printable}`
}
