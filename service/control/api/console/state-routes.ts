import { createReadStream, rmSync, statSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { Restart, stateApi } from '../../../contract/console/state.ts'
import type { Caller } from '../option/define-endpoint.ts'
import type { FileAnswer, Handlers } from './handlers.ts'
import type { ConsoleParts } from './console-parts.ts'

/** The state as files, and what a master resets in their own system. */
export function stateRoutes(
  parts: Pick<ConsoleParts, 'asking' | 'setup' | 'resets' | 'state'>,
): Handlers<typeof stateApi> {
  const { setup, resets, state } = parts
  const askingOf = ({ token, user }: Caller) => parts.asking(token, user)
  /** The answer is out before the service ends. */
  const restarting = (reply: FastifyReply, restart: Restart): Restart => {
    reply.raw.once('close', () => state.restart())
    return restart
  }
  return {
    read: ({ caller }) => state.view(caller.system.id),
    save: ({ body }) => state.save(body.name),
    remove: ({ params }) => {
      state.remove(params.id)
      return {}
    },
    snapshotFile: ({ params, reply }) => sendOnce(reply, state.exportSnapshot(params.id)),
    restore: ({ caller, params, reply }) => restarting(reply, state.restore(params.id, askingOf(caller))),
    export: ({ reply }) => sendOnce(reply, state.export()),
    import: async ({ caller, reply }, { content, bytes }) =>
      restarting(reply, await state.import(content(), bytes, askingOf(caller))),
    addDemo: async ({ caller, body }) => {
      await setup.addDemo(caller, body.language)
      return {}
    },
    readReset: ({ caller }) => resets.view(caller.user),
    reset: ({ caller, body }) => resets.run(caller.user, body.kinds),
  }
}

/** Sends a file, which is removed afterwards. */
function sendOnce(reply: FastifyReply, file: string): FileAnswer {
  reply.raw.once('close', () => rmSync(file, { force: true }))
  const day = new Date().toISOString().slice(0, 16).replaceAll(':', '')
  return {
    content: createReadStream(file),
    headers: {
      'content-length': statSync(file).size,
      'content-disposition': `attachment; filename="airdesk-${day}.airdesk"`,
    },
  }
}
