/** Calls the console's own API of a running service, signed in as its page would be. */
import type { Credentials } from './option-client.ts'
import type { Ready } from './service.ts'

export interface ConsoleAnswer {
  readonly status: number
  readonly body: unknown
}

export interface ConsoleClient {
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    json?: unknown,
  ): Promise<ConsoleAnswer>
  /** Status of a GET whose answer may be something else than JSON. */
  status(path: string): Promise<number>
  /** As `call`. @throws Error when the answer is not 200 */
  done<T>(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, json?: unknown): Promise<T>
}

/**
 * Signs in by e-mail, password and access code.
 * @throws Error when that is refused
 */
export async function signIn(
  { console_url: base }: Pick<Ready, 'console_url'>,
  { email, password, access_code }: Credentials,
): Promise<ConsoleClient> {
  const send = async (cookie: string, method: string, path: string, json?: unknown) =>
    fetch(`${base}/console/api${path}`, {
      method,
      headers: {
        origin: base,
        ...(cookie === '' ? {} : { cookie }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  const entered = await send('', 'POST', '/login', { email, password, access_code })
  if (entered.status !== 200) throw new Error(`sign-in: ${entered.status} ${await entered.text()}`)
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const call: ConsoleClient['call'] = async (method, path, json) => {
    const response = await send(cookie, method, path, json)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return {
    call,
    status: async (path) => (await send(cookie, 'GET', path)).status,
    async done<T>(...parameters: Parameters<typeof call>) {
      const { status, body } = await call(...parameters)
      if (status !== 200)
        throw new Error(`${parameters[0]} ${parameters[1]}: ${status} ${JSON.stringify(body)}`)
      return body as T
    },
  }
}
