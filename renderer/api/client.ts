/** The console's own API, called by its registry: each answer has the type of its schema. */
import { z } from 'zod'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { addressOf } from '../../service/contract/console/request.ts'
import type { Address, Given } from '../../service/contract/console/request.ts'
import type { FileRoute, JsonRoute, Shown, UploadRoute } from '../../service/contract/console/route.ts'
import { fetchFile, send } from './http.ts'

export const api = CONSOLE_API

/** True in development, and in tests: of units, and of the built console in a browser that a program drives. */
const CHECKS = import.meta.env.DEV || navigator.webdriver
// The page's policy forbids it to make code.
if (CHECKS) z.config({ jitless: true })

/**
 * What the engine said, checked where that is done.
 * @throws Error where it breaks its schema
 */
export function checked<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): Shown<Schema> {
  const result = CHECKS ? schema.safeParse(value) : null
  if (result?.success === false) throw new Error(`${name}: ${z.prettifyError(result.error)}`)
  return value as Shown<Schema>
}

/** @throws ApiError for every answer but 2xx and when nothing answers */
export async function call<R extends JsonRoute>(route: R, ...given: Given<R>): Promise<Shown<R['answer']>> {
  const sent: Address & { readonly body?: unknown } = given[0] ?? {}
  const answer = await send(addressOf(route, sent), { method: route.method, ...jsonOf(sent.body) })
  return checked(`${route.method} ${route.path}`, route.answer as R['answer'], answer)
}

/** Sends a file as it is. @throws ApiError as `call` */
export async function upload<R extends UploadRoute>(route: R, file: Blob): Promise<Shown<R['answer']>> {
  const headers = { 'Content-Type': route.mediaType }
  const answer = await send(addressOf(route), { method: route.method, headers, body: file })
  return checked(route.path, route.answer as R['answer'], answer)
}

/** The headers and the body of a request with JSON; nothing where there is no body. */
export const jsonOf = (body: unknown): { headers?: Record<string, string>; body?: string } =>
  body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }

/** Asks for a file that is no link, because asking for it is an act. @throws ApiError as `call` */
export const download = (route: FileRoute, body: object): Promise<Blob> =>
  fetchFile(addressOf(route), { method: route.method, ...jsonOf(body) })

/** Where a file of the engine is. */
export function fileAddress<R extends FileRoute>(route: R, ...given: Given<R>): string {
  const sent: Address = given[0] ?? {}
  return addressOf(route, sent)
}
