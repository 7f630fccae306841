/** Calls the option API of a running service as an application would; every answer is checked. */
import { request } from 'undici'
import { OPTION_ERRORS } from '../../service/contract/errors.ts'
import { loginResponse, optionErrorResponse } from '../../service/contract/option-api.ts'
import { ENDPOINTS } from '../../service/control/api/option/routes/index.ts'
import type { Ready } from './service.ts'

export interface OptionCall {
  /** Login token; none is sent without one. */
  readonly token?: string | undefined
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface OptionAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly body: unknown
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * @param base base URL of the option API
 * @throws Error when the answer breaks the published schema
 */
export async function callOption(
  base: string,
  method: Method,
  path: string,
  call: OptionCall = {},
): Promise<OptionAnswer> {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const response = await request(url, {
    method,
    headers: {
      ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    ...(call.json === undefined ? {} : { body: JSON.stringify(call.json) }),
  })
  const text = await response.body.text()
  const answer = {
    status: response.statusCode,
    headers: response.headers,
    text,
    body: JSON.parse(text) as unknown,
  }
  checkOptionAnswer(method, path, answer)
  return answer
}

/** @throws Error when the answer is not what the contract says */
export function checkOptionAnswer(method: string, path: string, answer: OptionAnswer): void {
  if (!String(answer.headers['content-type']).startsWith('application/json')) throw new Error('not JSON')
  if (answer.status === 200) {
    const endpoint = ENDPOINTS.find((one) => one.method === method && one.path === path)
    if (!endpoint) throw new Error(`${method} ${path} is answered but not listed`)
    endpoint.response.parse(answer.body)
    return
  }
  const { error } = optionErrorResponse.parse(answer.body)
  const spec = Object.entries(OPTION_ERRORS).find(([code]) => code === error.code)?.[1]
  if (spec?.status !== answer.status) throw new Error(`${error.code} with status ${answer.status}`)
}

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly access_code: string
}

/** A fresh login token. */
export async function login(base: string, { email, password, access_code }: Credentials): Promise<string> {
  const { body } = await callOption(base, 'POST', '/api/login', { json: { email, password, access_code } })
  return loginResponse.parse(body).token
}

/** A login token of the first system's master. */
export function loginMaster(ready: Ready): Promise<string> {
  return login(ready.option_base_url, ready)
}
