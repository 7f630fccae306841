import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { FileRoute, JsonRoute, LiveRoute, Route, SocketRoute } from '../../../contract/console/route.ts'
import { CONSOLE_API } from '../../../contract/console/index.ts'
import { shownTo } from '../../../contract/console/member-rules.ts'
import { rulesOf } from '../../../contract/console/rules-of.ts'
import type { Rights } from '../../../contract/permission.ts'
import { KeptAnswers } from '../http/kept-answers.ts'
import type { Origin } from '../http/kept-answers.ts'
import { LongList } from '../http/long-list.ts'
import { jsonBody } from '../http/server.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { checkResponse } from '../http/validate.ts'
import { callerNow, callerOf } from './admission.ts'
import type { ConsoleCaller } from './admission.ts'
import { audited } from './audited.ts'
import { callReader, gate } from './calls.ts'
import type { Area, ConsoleHandlers, Handlers, Mounting, MountParts } from './handlers.ts'
import { mountHook, mountUpload } from './mount-raw.ts'
import { requireOrigin } from './session.ts'
import { noteTried } from './tried-calls.ts'

/** Mounts the console's own API. */
export function mountConsole(server: FastifyInstance, handlers: ConsoleHandlers, parts: MountParts) {
  for (const [name, area] of Object.entries<Area>(CONSOLE_API)) {
    mountArea(server, area, handlers[name as keyof ConsoleHandlers] as Handlers<Area>, parts)
  }
}

/** Mounts one area: each of its routes admits, checks the request, runs, checks the answer and sends it. */
export function mountArea<A extends Area>(
  server: FastifyInstance,
  area: A,
  handlers: Handlers<A>,
  parts: MountParts,
): void {
  for (const [name, route] of Object.entries(area)) {
    const mount = MOUNTS[route.kind] as (mounting: Mounting<Route>) => void
    mount({ server, route, handler: handlers[name as keyof A], parts })
  }
}

type Mounts = {
  readonly [Kind in Route['kind']]: (mounting: Mounting<Extract<Route, { kind: Kind }>>) => void
}
const MOUNTS: Mounts = {
  json: mountJson,
  file: mountFile,
  live: mountLive,
  socket: mountSocket,
  upload: mountUpload,
  hook: mountHook,
}

/** Who is not signed in is told what they come for, where nobody has to be. */
const rightsOf = (caller: ConsoleCaller | null): Rights => caller?.user ?? NOBODY
const NOBODY: Rights = {
  isMaster: false,
  permissions: { delivery: false, view: false, schedule: false, user: false },
}

/** Programs that only look at the status ask by HEAD (RFC 9110 9.3.2); elsewhere the page would answer that. */
const methodsOf = ({ method, who }: Route): HTTPMethods[] =>
  method === 'GET' && who === 'public' ? ['GET', 'HEAD'] : [method]

function mountJson({ server, route, handler, parts }: Mounting<JsonRoute>): void {
  const read = callReader(route, parts)
  const rules = rulesOf(route)
  const name = `${route.method} ${route.path}`
  const kept = new KeptAnswers()
  server.route({
    method: methodsOf(route),
    url: route.path,
    ...gate(route, parts),
    handler: async (request, reply) => {
      const call = read(request, reply)
      const rights = rightsOf(call.caller)
      const shown = (answer: object) => checkResponse(name, route.answer, shownTo(rights, rules, answer))
      const answer: object = await audited(route, parts, handler, call)
      const body =
        answer instanceof LongList
          ? kept.answer(seenBy(rights, answer.origin), () => answer.written(shown))
          : shown(answer)
      return sendAnswer(reply, { status: route.status ?? 200, body })
    },
  })
}

/** Who may see the same is given the same. */
const seenBy = ({ isMaster, permissions }: Rights, { of, by }: Origin): Origin => ({
  of,
  by: JSON.stringify([by, isMaster, permissions]),
})

function mountFile({ server, route, handler, parts }: Mounting<FileRoute>): void {
  const read = callReader(route, parts)
  server.route({
    ...{ method: methodsOf(route), url: route.path, ...gate(route, parts) },
    handler: async (request, reply) => {
      const { content, headers = {} } = await audited(route, parts, handler, read(request, reply))
      return reply.type(route.mediaType).headers(headers).send(content)
    },
  })
}

/** The same operations and the same answers as the live API; refusals are as everywhere here. */
function mountLive({ server, route, handler, parts }: Mounting<LiveRoute>): void {
  const read = callReader(route, parts)
  server.post(route.path, gate(route, parts), async (request, reply) => {
    const call = read(request, reply)
    const body = jsonBody(request)
    noteTried(request, { parameters: body })
    const answer = await handler(call, body)
    noteTried(request, { unknownMembers: answer.unknownMembers })
    return sendAnswer(reply, answer)
  })
}

function mountSocket({ server, route, handler, parts }: Mounting<SocketRoute>): void {
  server.get(
    route.path,
    {
      websocket: true,
      ...gate(route, parts),
      preValidation: (request, reply, done) => {
        if (route.fromOwnPage) requireOrigin(request)
        handler.refuse?.(request, reply)
        done()
      },
    },
    (socket, request) => {
      const caller = callerOf(route, request, parts)
      if (caller) handler.open(socket, caller, request, () => callerNow(route, request, parts))
    },
  )
}
