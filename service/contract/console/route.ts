/**
 * How a route of the console's own API is defined. The service mounts the definitions, the renderer calls by
 * them, the published document and the walk of all routes are made from them.
 *
 * The API is served at the console's own address and authenticated by the console's cookie; the Electron window
 * and a browser use the same. Errors have the option API's form.
 */
import type { z } from 'zod'
import type { AuditVerb } from '../audit.ts'
import type { OptionErrorCode } from '../errors.ts'
import { ID_PATTERN } from '../ids.ts'
import type { Permission } from '../permission.ts'
import { idText } from '../text.ts'

/** `owner`: a master of the first system, who looks after the whole installation. */
export type Who = Permission | 'owner'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Schemas of the parts of a path that begin with a colon; what breaks one is `NOT_FOUND`. */
export type Parameters = Readonly<Record<string, z.ZodType<unknown, string>>>

interface Common {
  readonly path: string
  readonly who: Who
  /** One sentence for the documentation. */
  readonly summary: string
  readonly params?: Parameters
  /**
   * What the audit log is told of a call, done or refused; null: nothing. Only reads may leave it out, and those
   * whose operations say it themselves.
   */
  readonly audit?: AuditVerb | null
  /** Called as who is signed in, also while they look at the console as somebody else sees it. */
  readonly asOneself?: true
  /** Refused with `NOT_EMULATED` where the service was not started with `--emulator`. */
  readonly onlyEmulator?: true
  /** Errors special to it, besides those that its kind, caller and parameters bring along. */
  readonly errors?: readonly OptionErrorCode[]
}

/** JSON in, where there is a body, and out. */
export interface JsonRoute extends Common {
  readonly kind: 'json'
  readonly method: Method
  /** Members are texts as they come. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodType<object>
  readonly answer: z.ZodType<object>
  /** 200 where it is left out. */
  readonly status?: 202
}

/** Answers bytes. */
export interface FileRoute extends Common {
  readonly kind: 'file'
  /** POST where asking for it is an act, which no link of another page can be. */
  readonly method: 'GET' | 'POST'
  readonly body?: z.ZodType<object>
  readonly mediaType: string
}

/** Takes a file as its body, which is read by nobody before the caller is known. */
export interface UploadRoute extends Common {
  readonly kind: 'upload'
  readonly method: 'POST'
  readonly mediaType: string
  readonly answer: z.ZodType<object>
}

/** The live API: operation, body and answer are its own, refusals too. */
export interface LiveRoute extends Common {
  readonly kind: 'live'
  readonly method: 'POST'
}

/** A WebSocket; refused before the upgrade. */
export interface SocketRoute extends Common {
  readonly kind: 'socket'
  readonly method: 'GET'
  /** True where Origin must be there and the console's own: opening it changes something. */
  readonly fromOwnPage: boolean
}

/** Takes what programs send, with any method and body; answers what it was told to. */
export interface HookRoute extends Common {
  readonly kind: 'hook'
  readonly method: 'POST'
}

export type Route = JsonRoute | FileRoute | UploadRoute | LiveRoute | SocketRoute | HookRoute

/** What a route is known by: no other has the same. */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

/** The names that stand behind the colons of a path. */
type Named<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | Named<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

type Complete<Path extends string> = [Named<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<Named<Path>, z.ZodType<unknown, string>>> }

/** What changes something says what the audit log is told. */
type Audited<R> = R extends { readonly method: 'GET' } | { readonly kind: 'live' }
  ? unknown
  : { readonly audit: AuditVerb | null }

type Defined<Kind extends Route['kind']> = Omit<Extract<Route, { kind: Kind }>, 'kind'>

/** Defines a route with JSON; each parameter of its path has a schema. */
export const json = <const R extends Defined<'json'>>(route: R & Complete<R['path']> & Audited<R>) => ({
  kind: 'json' as const,
  ...(route as R),
})

/** Defines a route of another kind. */
export const special = <const R extends Exclude<Route, JsonRoute>>(
  route: R & Complete<R['path']> & Audited<R>,
): R => route

/** The id of something, as a part of a path. */
export const idParam = <Id extends string>() => idText.regex(ID_PATTERN).transform((id) => id as Id)

/** What a schema gives, as it is passed on: nobody changes it. */
export type Shown<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

/** Values of a type that nobody changes. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
