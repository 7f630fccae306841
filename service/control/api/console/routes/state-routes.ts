import { createReadStream, rmSync, statSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { Restart, stateApi } from '../../../../contract/console/state.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { Caller } from '../../option/define-endpoint.ts'
import type { FileAnswer, Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** The state as files, and what a master resets in their own system. */
export function stateRoutes(
  parts: Pick<ConsoleParts, 'asking' | 'downloads' | 'packs' | 'setup' | 'resets' | 'state'>,
): Handlers<typeof stateApi> {
  const { downloads, packs, setup, resets, state } = parts
  const ticketFor = (file: string, { token }: Caller) => ({ ticket: downloads.issue(file, token) })
  const askingOf = ({ token, user }: Caller) => parts.asking(token, user)
  /** The answer is out before the service ends. */
  const restarting = (reply: FastifyReply, restart: Restart): Restart => {
    reply.raw.once('close', () => state.restart())
    return restart
  }
  return {
    read: ({ caller }) => state.view(caller.system.id),
    save: ({ caller, body }) => state.save(caller.system.id, body.name),
    remove: ({ params }) => {
      state.remove(params.id)
      return {}
    },
    snapshotFile: async ({ caller, params }) =>
      ticketFor(await state.exportSnapshot(caller.system.id, params.id), caller),
    restore: async ({ caller, params, reply }) =>
      restarting(reply, await state.restore(params.id, askingOf(caller))),
    export: async ({ caller }) => ticketFor(await state.export(), caller),
    download: ({ caller, params, reply }) => {
      const file = downloads.redeem(params.ticket, caller.token)
      if (file === null) throw refusal('NOT_FOUND')
      return sendOnce(reply, file)
    },
    import: async ({ caller, reply }, { content, bytes }) =>
      restarting(reply, await state.import(content(), bytes, askingOf(caller))),
    addDemo: async ({ caller, body }) => {
      if (body.pack === 'demo') await setup.addDemo(caller, body.language)
      else await packs.add(caller.system.id, body.pack)
      return {}
    },
    readReset: ({ caller }) => resets.view(caller.user),
    reset: ({ caller, body }) => {
      describeAct({ details: { kinds: body.kinds } })
      return resets.run(caller.user, body.kinds)
    },
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
