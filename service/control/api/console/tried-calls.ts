/** Calls of both public APIs that somebody tries out in the console are told to the log of calls like any other. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONSOLE_API } from '../../../contract/console/index.ts'
import { optionPath } from '../../../contract/console/option.ts'
import { REFUSALS_AS } from '../../../contract/console/session.ts'
import { logCalls } from '../http/call-log.ts'
import type { CallDescription } from '../http/call-log.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import { operationOf } from '../live/log-calls.ts'
import type { Caller } from '../option/define-endpoint.ts'
import type { ConsoleParts } from './console-parts.ts'
import { tokenOf } from './session.ts'

/** What is known of a tried call, as far as it has come. */
interface Tried {
  readonly caller: Caller | null
  /** As they came; undefined until they are read. */
  readonly parameters: JsonObject | undefined
  /** Paths of members that were ignored. */
  readonly unknownMembers: readonly string[]
}

type Parts = Pick<ConsoleParts, 'requestLog' | 'clock' | 'door' | 'cookieName'>

/** Has every tried call that `server` answers logged, refused ones included. */
export function logTriedCalls(server: FastifyInstance, parts: Parts): void {
  server.decorateRequest('tried', null)
  const { requestLog: log, clock } = parts
  logCalls(server, { log, clock, describe: (request) => describe(request, parts) })
}

/** True for a call that asks for refusals as a public API words them: the console's own calls don't. */
export const isTried = ({ headers }: FastifyRequest): boolean => headers[REFUSALS_AS] !== undefined

/** Adds to what the log will be told, where the call is a tried one. */
export function noteTried(request: FastifyRequest, note: Partial<Tried>): void {
  if (!isTried(request)) return
  const before = request.getDecorator<Partial<Tried> | null>('tried')
  request.setDecorator<Partial<Tried>>('tried', { ...before, ...note })
}

function describe(request: FastifyRequest, parts: Parts): CallDescription | null {
  const called = calledOf(request)
  if (called === null) return null
  const tried = request.getDecorator<Partial<Tried> | null>('tried')
  const caller = tried?.caller ?? refusedCaller(request, parts)
  return {
    ...called,
    systemId: caller?.system.id ?? null,
    caller: caller?.user.email ?? null,
    request: tried?.parameters,
    unknownMembers: tried?.unknownMembers ?? [],
  }
}

/** Who may not make the call is known all the same. */
function refusedCaller(request: FastifyRequest, parts: Parts): Pick<Caller, 'user' | 'system'> | null {
  const token = tokenOf(request, parts)
  return token === null ? null : parts.door.sessions.authenticate(token, 'console')
}

const OPTION = optionPath('/api')

/** The call by the names of the API that it is of; null for what is of neither. */
function calledOf(request: FastifyRequest): Pick<CallDescription, 'api' | 'operation'> | null {
  const path = request.routeOptions.url ?? ''
  switch (request.headers[REFUSALS_AS]) {
    case 'live':
      return path === CONSOLE_API.channels.live.path ? { api: 'live', operation: operationOf(request) } : null
    case 'option':
      return path.startsWith(`${OPTION}/`)
        ? { api: 'option', operation: `${request.method} ${path.replace(OPTION, '/api')}` }
        : null
    default:
      return null
  }
}
