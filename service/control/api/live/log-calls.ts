import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { RunEar } from '../../emulator/run-ear.ts'
import type { Call, RequestLog } from '../../request-log/call.ts'
import { logCalls } from '../http/call-log.ts'
import type { CallDescription } from '../http/call-log.ts'
import { isOperation } from './registry.ts'

/** Of an unknown X-Sfu-Target, so much is kept: enough to see the misspelling. */
const MAX_UNKNOWN_TARGET = 64

/** What is known of a call of the live API, as far as it has come. */
type LiveCallNote = Partial<Pick<Call, 'systemId' | 'caller' | 'unknownMembers'>>

/** Has every call that `server` answers logged as one of the live API; routes say more by `noteLiveCall`. */
export function logLiveCalls(
  server: FastifyInstance,
  parts: { log: RequestLog; clock: Clock; ear: RunEar | null | undefined },
): void {
  server.decorateRequest('liveCall', null)
  logCalls(server, { ...parts, describe })
}

/** Adds to what the log will be told of the call. */
export function noteLiveCall(request: FastifyRequest, note: LiveCallNote): void {
  const before = request.getDecorator<LiveCallNote | null>('liveCall')
  if (before) Object.assign(before, note)
  else request.setDecorator<LiveCallNote>('liveCall', { ...note })
}

function describe(request: FastifyRequest): CallDescription {
  const note = request.getDecorator<LiveCallNote | null>('liveCall')
  return {
    api: 'live',
    operation: operationOf(request),
    systemId: note?.systemId ?? null,
    caller: note?.caller ?? null,
    request: request.body ?? undefined,
    unknownMembers: note?.unknownMembers ?? [],
  }
}

/** What the call asks for, as the log names it. */
export function operationOf(request: FastifyRequest): string {
  const target = headerOf(request, 'x-sfu-target')
  if (target === undefined) return '(none)'
  if (isOperation(target)) return target
  const printable = target.slice(0, MAX_UNKNOWN_TARGET).replace(/[^\x20-\x7e]/g, '?')
  return `(unknown) ${printable}`
}

/** Of the headers that may be sent only once. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
