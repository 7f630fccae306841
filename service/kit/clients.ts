/** Typed clients of both APIs, made from their OpenAPI documents. */
import createClient from 'openapi-fetch'
import type { Client, FetchResponse } from 'openapi-fetch'
import type { paths as LivePaths } from './open-api/live-api.ts'
import type { paths as OptionPaths } from './open-api/option-api.ts'
import type { Ready } from './ready.ts'

/**
 * Calls the option API, `option.GET('/api/schedule')`, as the master user; it signs in by itself. A call answers
 * with `data`, or with `error` where it was refused, and with the `response`.
 */
export type OptionClient = Client<OptionPaths>

/** Names of operations, such as `Service_20250901.CreateRTMPChannel`. */
export type LiveOperation = keyof LivePaths extends infer Path
  ? Path extends `/#${infer Name}`
    ? Name
    : never
  : never

type Post<Name extends LiveOperation> = LivePaths[`/#${Name}`]['post']
/** What the operation takes. */
export type LiveRequest<Name extends LiveOperation> =
  Post<Name> extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never
/** `data`, or `error` where it was refused, and the `response`. */
export type LiveAnswer<Name extends LiveOperation> = FetchResponse<Post<Name>, object, 'application/json'>

/** Calls an operation of the live API: `live('Service_20200729.ListChannelIDs', {})`. */
export type LiveClient = <Name extends LiveOperation>(
  operation: Name,
  body: LiveRequest<Name>,
  headers?: Readonly<Record<string, string>>,
) => Promise<LiveAnswer<Name>>

type Credentials = Pick<Ready, 'optionBaseUrl' | 'email' | 'password' | 'accessCode'>

export function optionClient({ optionBaseUrl, email, password, accessCode }: Credentials): OptionClient {
  let token: Promise<string> | null = null
  const logIn = async () => {
    const body = { email, password, access_code: accessCode }
    const { data, error } = await createClient<OptionPaths>({ baseUrl: optionBaseUrl }).POST('/api/login', {
      body,
    })
    if (error) throw new Error(error.error.message)
    return data.token
  }
  const signedIn = async (request: Request) => {
    token ??= logIn()
    request.headers.set('authorization', `Bearer ${await token}`)
    return fetch(request)
  }
  return createClient<OptionPaths>({
    baseUrl: optionBaseUrl,
    async fetch(request) {
      if (request.headers.has('authorization')) return fetch(request)
      const again = request.clone()
      const response = await signedIn(request)
      if (response.status !== 401) return response
      // The token has ended, or the state before it was restored.
      token = null
      try {
        return await signedIn(again)
      } catch {
        // Nobody is let in any more: the system is closed, say.
        token = null
        return response
      }
    },
  })
}

export function liveClient({
  liveBaseUrl,
  accessToken,
}: Pick<Ready, 'liveBaseUrl' | 'accessToken'>): LiveClient {
  return async <Name extends LiveOperation>(
    operation: Name,
    body: LiveRequest<Name>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${liveBaseUrl}/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'x-sfu-target': operation,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    return (response.ok ? { data: answer, response } : { error: answer, response }) as LiveAnswer<Name>
  }
}
