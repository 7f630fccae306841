/** Typed clients of both APIs, made from their OpenAPI documents. */
import createClient from 'openapi-fetch'
import type { Client, FetchResponse } from 'openapi-fetch'
import type { paths as LivePaths } from './open-api/live-api.ts'
import type { paths as OptionPaths } from './open-api/option-api.ts'
import { trustingFetch } from './fetch.ts'
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

type Credentials = Pick<Ready, 'optionBaseUrl' | 'email' | 'password' | 'accessCode' | 'caCertFile'>

export function optionClient(credentials: Credentials): OptionClient {
  const { optionBaseUrl, email, password, accessCode, caCertFile } = credentials
  const send = trustingFetch(caCertFile)
  /** A token, or the refusal of the sign-in; null before the first call, and after a refusal. */
  let session: Promise<string | Response> | null = null
  const signIn = async () => {
    const body = JSON.stringify({ email, password, access_code: accessCode })
    const headers = { 'content-type': 'application/json' }
    let token: string | null = null
    try {
      const response = await send(
        new Request(`${optionBaseUrl}/api/login`, { method: 'POST', headers, body }),
      )
      if (!response.ok) return response
      return (token = ((await response.json()) as { readonly token: string }).token)
    } finally {
      if (token === null) session = null
    }
  }
  const signedIn = async (request: Request) => {
    const token = await (session ??= signIn())
    if (typeof token !== 'string') return token.clone()
    request.headers.set('authorization', `Bearer ${token}`)
    return send(request)
  }
  return createClient<OptionPaths>({
    baseUrl: optionBaseUrl,
    async fetch(request) {
      if (request.headers.has('authorization')) return send(request)
      const again = request.clone()
      const response = await signedIn(request)
      if (response.status !== 401) return response
      // The token has ended, or the state before it was restored.
      session = null
      return signedIn(again)
    },
  })
}

export function liveClient({
  liveBaseUrl,
  accessToken,
  caCertFile,
}: Pick<Ready, 'liveBaseUrl' | 'accessToken' | 'caCertFile'>): LiveClient {
  const send = trustingFetch(caCertFile)
  return async <Name extends LiveOperation>(
    operation: Name,
    body: LiveRequest<Name>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const request = new Request(`${liveBaseUrl}/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'x-sfu-target': operation,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const response = await send(request)
    const answer: unknown = await response.json()
    return (response.ok ? { data: answer, response } : { error: answer, response }) as LiveAnswer<Name>
  }
}
