import type { FastifyReply } from 'fastify'
import type { catcherApi } from '../../../../contract/console/catchers.ts'
import type { Milliseconds } from '../../../../contract/units.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { isOfThisMachine } from '../../../../platform/net/this-machine.ts'
import type { Catchers } from '../../../catcher/catchers.ts'
import type { HandlerOf } from '../handlers.ts'

interface HookParts {
  readonly catchers: Pick<Catchers, 'receive'>
  readonly clock: Clock
}

/**
 * Where catchers are reached: by programs of this machine only, for what comes in is kept, without a session,
 * and with a body of any kind.
 */
export function receiveHook({ catchers, clock }: HookParts): HandlerOf<typeof catcherApi.receive> {
  return async ({ params, request, reply }) => {
    if (!isOfThisMachine(request.socket)) {
      throw refusal('LOCAL_ONLY')
    }
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      throw refusal('METHOD_NOT_ALLOWED')
    }
    const { status, contentType, body, delayMs } = catchers.receive(params.name, {
      query: request.url.split('?').slice(1).join('?'),
      headers: request.headers,
      body: request.body instanceof Buffer ? request.body : Buffer.of(),
    })
    await pause(clock, delayMs, reply)
    return reply.code(status).type(contentType).send(body)
  }
}

/** Ends early when nobody waits any more. */
function pause(clock: Clock, delayMs: Milliseconds, reply: FastifyReply): Promise<void> {
  if (delayMs === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = clock.after(delayMs, resolve)
    reply.raw.once('close', () => {
      timer.cancel()
      resolve()
    })
  })
}
