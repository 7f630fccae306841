import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { CATCHER_PATH } from '../../../contract/console-catchers.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isLoopback } from '../../../platform/settings/hosts.ts'
import type { Catchers } from '../../catcher/catchers.ts'
import { HttpFault } from '../http/fault.ts'
import { nameOf } from './catcher-routes.ts'

export interface HookParts {
  readonly catchers: Pick<Catchers, 'receive'>
  readonly clock: Clock
}

/**
 * Where catchers are reached: by programs of this machine only, for what comes in is kept, without a session,
 * and with a body of any kind.
 */
export function hookRoutes(server: FastifyInstance, { catchers, clock }: HookParts): void {
  void server.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    hooks.all(CATCHER_PATH, async (request, reply) => {
      if (!isOfThisMachine(request.socket)) {
        throw new OptionError('FORBIDDEN', 'Catchers take requests of this machine only.')
      }
      if (request.method !== 'POST') {
        reply.header('allow', 'POST')
        throw new HttpFault('method-not-allowed')
      }
      const { status, contentType, body, delayMs } = catchers.receive(nameOf(request), {
        query: request.url.split('?').slice(1).join('?'),
        headers: request.headers,
        body: request.body instanceof Buffer ? request.body : Buffer.of(),
      })
      await pause(clock, delayMs, reply)
      return reply.code(status).type(contentType).send(body)
    })
    done()
  })
}

/** A listener of the network sees callers of its own machine at loopback or at its own address. */
export function isOfThisMachine({
  remoteAddress,
  localAddress,
}: Pick<Socket, 'remoteAddress' | 'localAddress'>): boolean {
  if (remoteAddress === undefined) return false
  return remoteAddress === localAddress || isLoopback(remoteAddress.replace(/^::ffff:/, ''))
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
