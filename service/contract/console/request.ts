/** How a route of the console's own API is called. */
import type { z } from 'zod'
import type { DeepReadonly, Route } from './route.ts'

type Texts<Schema extends z.ZodType> = {
  readonly [Name in keyof z.input<Schema>]:
    | (Name extends keyof z.output<Schema> ? z.output<Schema>[Name] : never)
    | undefined
}

/** True of what nothing has to be given of, be it that there are no members. */
type IsOptional<Members> = object extends Members ? true : string extends keyof Members ? true : false

/** What a caller gives: parts of the path, the query as the handler gets it, and the body. */
export type Sent<R extends Route> = (R extends { readonly params: infer Params }
  ? { readonly params: Readonly<Record<keyof Params & string, string | number>> }
  : unknown) &
  (R extends { readonly query: infer Query extends z.ZodType }
    ? IsOptional<z.input<Query>> extends true
      ? { readonly query?: Texts<Query> }
      : { readonly query: Texts<Query> }
    : unknown) &
  (R extends { readonly body: infer Body extends z.ZodType }
    ? { readonly body: DeepReadonly<z.input<Body>> }
    : unknown)

/** Left out where nothing has to be given. */
export type Given<R extends Route> = object extends Sent<R> ? [sent?: Sent<R>] : [sent: Sent<R>]

export interface Address {
  readonly params?: Readonly<Record<string, string | number>>
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, unknown>>
}

/** The path and the query of a call. */
export function addressOf({ path }: Pick<Route, 'path'>, { params = {}, query = {} }: Address = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return filled
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}
