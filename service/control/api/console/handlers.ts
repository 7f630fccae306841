/** What the console's own API runs, typed by its registry: a route without a handler does not compile. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { CONSOLE_API } from '../../../contract/console/index.ts'
import type {
  FileRoute,
  HookRoute,
  JsonRoute,
  LiveRoute,
  Route,
  Shown,
  SocketRoute,
  UploadRoute,
} from '../../../contract/console/route.ts'
import type { LiveAnswer } from '../live/dispatch.ts'
import type { LongList } from '../http/long-list.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import type { ConsoleCaller } from './admission.ts'
import type { AuditParts } from './audited.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : never

/** One request that was admitted, with what its schemas made of it. */
export interface Call<R extends Route = Route> {
  /** Null where nobody has to sign in. */
  readonly caller: R['who'] extends 'public' ? null : ConsoleCaller
  readonly params: { readonly [Name in keyof R['params']]: Output<R['params'][Name]> }
  readonly query: 'query' extends keyof R ? Output<R['query']> : null
  readonly body: 'body' extends keyof R ? Output<R['body']> : null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface FileAnswer {
  readonly content: Buffer | Readable | string
  readonly headers?: Readonly<Record<string, string | number>>
}

/** A file as it comes; `content` is called once the rest of the request was found good. */
export interface Upload {
  readonly bytes: number
  /** @throws Refusal `BAD_REQUEST` for a body of another media type */
  readonly content: () => Readable
}

export interface SocketHandler {
  /** Called before the upgrade; what it throws is the answer. */
  readonly refuse?: (request: FastifyRequest, reply: FastifyReply) => void
  /** @param callerNow who the caller is by now; null where they would not be let in any more */
  readonly open: (
    socket: WebSocket,
    caller: ConsoleCaller,
    request: FastifyRequest,
    callerNow: () => ConsoleCaller | null,
  ) => void
}

type Promised<Value> = Value | Promise<Value>

/** An answer as a whole, or, where it is a list of thousands, a few of them at a time. */
type Whole<Answer> =
  | Answer
  | {
      [Member in keyof Answer & string]: Answer[Member] extends readonly (infer Item extends object)[]
        ? LongList<Member, Item>
        : never
    }[keyof Answer & string]

/** What runs for a route, by its kind. */
export type HandlerOf<R extends Route> = R extends JsonRoute
  ? (call: Call<R>) => Promised<Whole<Shown<R['answer']>>>
  : R extends FileRoute
    ? (call: Call<R>) => Promised<FileAnswer>
    : R extends UploadRoute
      ? (call: Call<R>, file: Upload) => Promised<Shown<R['answer']>>
      : R extends LiveRoute
        ? (call: Call<R>, body: JsonObject) => Promise<LiveAnswer>
        : R extends SocketRoute
          ? SocketHandler
          : R extends HookRoute
            ? (call: Call<R>) => Promise<FastifyReply>
            : never

export type Area = Readonly<Record<string, Route>>

/** What runs for each route of an area. */
export type Handlers<A extends Area> = { readonly [Name in keyof A]: HandlerOf<A[Name]> }

/** All of it. */
export type ConsoleHandlers = {
  readonly [Name in keyof typeof CONSOLE_API]: Handlers<(typeof CONSOLE_API)[Name]>
}

/** What routes need besides their handlers. */
export type MountParts = AuditParts & { readonly emulator: object | null }

/** What a route is mounted with. */
export interface Mounting<R extends Route> {
  readonly server: FastifyInstance
  readonly route: R
  readonly handler: HandlerOf<R>
  readonly parts: MountParts
}
