/** The console's own API, called by its registry: each answer has the type of its schema. */
import { addressOf } from '../../service/contract/console/request.ts'
import type { Address, Given } from '../../service/contract/console/request.ts'
import type { FileRoute, JsonRoute, Shown, UploadRoute } from '../../service/contract/console/route.ts'
import type * as Checks from './checks.ts'
import { fetchFile, send } from './http.ts'
import type { Callable } from './routes.ts'

export { api } from './routes.ts'

/**
 * What checks answers; null where nobody does. It is there in development and in tests of units, and `main.tsx` puts
 * it there where a program drives the built console: what it needs may be in one file with this, which could not wait
 * for it.
 */
export const answers: { checks: typeof Checks | null } = {
  checks: import.meta.env.DEV ? await import('./checks.ts') : null,
}

/** @throws ApiError for every answer but 2xx and when nothing answers */
export async function call<R extends JsonRoute>(
  route: Callable<R>,
  ...given: Given<R>
): Promise<Shown<R['answer']>> {
  const sent: Address & { readonly body?: unknown } = given[0] ?? {}
  const answer = await send(addressOf(route, sent), { method: route.method, ...jsonOf(sent.body) })
  answers.checks?.checkAnswer(route, answer)
  return answer as Shown<R['answer']>
}

/** Sends a file as it is. @throws ApiError as `call` */
export async function upload<R extends UploadRoute>(
  route: Callable<R>,
  file: Blob,
): Promise<Shown<R['answer']>> {
  const headers = { 'Content-Type': route.mediaType }
  const answer = await send(addressOf(route), { method: route.method, headers, body: file })
  answers.checks?.checkAnswer(route, answer)
  return answer as Shown<R['answer']>
}

/** The headers and the body of a request with JSON; nothing where there is no body. */
export const jsonOf = (body: unknown): { headers?: Record<string, string>; body?: string } =>
  body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }

/** Asks for a file that is no link, because asking for it is an act. @throws ApiError as `call` */
export const download = (route: Callable<FileRoute>, body: object): Promise<Blob> =>
  fetchFile(addressOf(route), { method: route.method, ...jsonOf(body) })

/** Where a file of the engine is. */
export function fileAddress<R extends FileRoute>(route: Callable<R>, ...given: Given<R>): string {
  const sent: Address = given[0] ?? {}
  return addressOf(route, sent)
}
