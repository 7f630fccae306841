import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { HeardCall, RunEar } from '../../emulator/run-ear.ts'
import type { Call, RequestLog } from '../../request-log/call.ts'
import { isPreflight } from './headers.ts'
import { answerText } from './kept-answers.ts'
import { keptBytes, timeTaken } from './server.ts'

/** What only the API itself can say of a call, refused ones included. */
export type CallDescription = Pick<
  Call,
  'api' | 'operation' | 'systemId' | 'caller' | 'request' | 'unknownMembers'
>

export interface CallLogOptions {
  readonly log: RequestLog
  readonly clock: Clock
  /** Told of the same, complete; left out, or null: nobody is. */
  readonly ear?: RunEar | null | undefined
  /** Asked once for each answer, after everything else; null for what is no call of an API. Must not throw. */
  readonly describe: (request: FastifyRequest) => CallDescription | null
}

/**
 * Tells the log of every call that `server` answers, whatever the answer, when the server hands the answer to
 * the socket: a caller who has hung up by then has made the call all the same.
 */
export function logCalls(server: FastifyInstance, { log, clock, ear, describe }: CallLogOptions): void {
  const begun = new WeakMap<FastifyRequest, (call: HeardCall) => void>()
  if (ear) {
    server.addHook('onRequest', (request, _reply, done) => {
      begun.set(request, ear.calling())
      done()
    })
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    // A browser's question whether it may call is no call; one that is refused is.
    const asked = reply.statusCode === 204 && isPreflight(request.method, request.headers)
    const description = asked ? null : describe(request)
    if (description !== null) {
      const answer = answerText(payload)
      log.record({
        at: clock.now(),
        ...description,
        remoteAddress: request.socket.remoteAddress ?? '',
        status: reply.statusCode,
        durationMs: timeTaken(request),
        response: answer,
      })
      begun.get(request)?.({
        ...{ api: description.api, operation: description.operation },
        ...{ method: request.method, path: request.url, headers: request.headers, body: keptBytes(request) },
        ...{ status: reply.statusCode, answerHeaders: reply.getHeaders() },
        answer,
      })
    }
    done(null, payload)
  })
}
