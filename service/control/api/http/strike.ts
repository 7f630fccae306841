import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Answer } from './answer.ts'
import { methodsOf } from './server.ts'
import { sendAnswer } from './send-answer.ts'

/** What happens to a call on purpose, in place of what it asked for or before it. */
export type Strike =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'delay'; readonly delayMs: Milliseconds }
  | { readonly kind: 'cut' }

/**
 * Has calls struck that were admitted and read, before anything is done.
 * @param strikeOf null leaves the call alone
 */
export function strikeCalls(
  server: FastifyInstance,
  strikeOf: (request: FastifyRequest) => Strike | null,
): void {
  server.addHook('preHandler', async (request, reply) => {
    if (request.is404) return
    const strike = strikeOf(request)
    if (strike) await apply(strike, server, request, reply)
  })
}

async function apply(
  strike: Strike,
  server: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { raw } = request
  switch (strike.kind) {
    case 'answer':
      return sendAnswer(reply, { ...strike.answer, headers: headersOf(strike.answer, server, request) })
    case 'delay': {
      // Nobody waits for the answer to a caller who has gone.
      const gone = new AbortController()
      const leave = () => gone.abort()
      raw.socket.once('close', leave)
      await delay(strike.delayMs, undefined, { signal: gone.signal, ref: false }).catch(() => undefined)
      raw.socket.off('close', leave)
      return
    }
    case 'cut':
      reply.hijack()
      return raw.socket.destroy()
  }
}

/** What the API's own refusals of these statuses have. */
function headersOf(
  { status }: Answer,
  server: FastifyInstance,
  { routeOptions }: FastifyRequest,
): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 405) return { allow: methodsOf(server, routeOptions.url ?? '').join(', ') }
  return status === 429 ? { 'retry-after': '1' } : {}
}
