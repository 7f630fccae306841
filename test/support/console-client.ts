/** Calls the console's own API of a running service, signed in as its page would be. */
import { WebSocket } from 'ws'
import { consoleMessage } from '../../service/contract/console/events.ts'
import type { ConsoleMessage } from '../../service/contract/console/events.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { addressOf } from '../../service/contract/console/request.ts'
import type { Address, Given } from '../../service/contract/console/request.ts'
import type { JsonRoute, Route, Shown } from '../../service/contract/console/route.ts'
import type { Credentials } from './option-client.ts'
import type { Ready } from './service.ts'

export interface ConsoleAnswer {
  readonly status: number
  readonly body: unknown
}

export interface Followed {
  readonly messages: readonly ConsoleMessage[]
  close(): void
}

/** What goes out; a body that breaks its schema too. */
type Sending = Address & { readonly body?: unknown }

export interface ConsoleClient {
  /** Its session, as the header of requests. */
  readonly cookie: string
  call(route: Route, sending?: Sending): Promise<ConsoleAnswer>
  /** What it is told by itself, from now on. */
  follow(): Followed
  /** Status of an answer that may be something else than JSON. */
  status(route: Route, sending?: Sending): Promise<number>
  /** The answer, checked. @throws Error when it is not 200 or 202, or breaks its schema */
  done<R extends JsonRoute>(route: R, ...given: Given<R>): Promise<Shown<R['answer']>>
}

function follow(base: string, cookie: string): Followed {
  const url = base.replace(/^http/, 'ws') + addressOf(CONSOLE_API.events.follow)
  const socket = new WebSocket(url, { headers: { cookie } })
  const messages: ConsoleMessage[] = []
  socket.on('message', (data: Buffer) => messages.push(consoleMessage.parse(JSON.parse(data.toString()))))
  return { messages, close: () => socket.close() }
}

/**
 * Signs in by e-mail, password and access code.
 * @throws Error when that is refused
 */
export async function signIn(
  { console_url: base }: Pick<Ready, 'console_url'>,
  { email, password, access_code }: Credentials,
): Promise<ConsoleClient> {
  const send = (cookie: string, route: Route, { body, ...address }: Sending = {}) =>
    fetch(base + addressOf(route, address), {
      method: route.method,
      headers: {
        origin: base,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const entered = await send('', CONSOLE_API.session.logIn, { body: { email, password, access_code } })
  if (entered.status !== 200) throw new Error(`sign-in: ${entered.status} ${await entered.text()}`)
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const call: ConsoleClient['call'] = async (route, sending) => {
    const response = await send(cookie, route, sending)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return {
    cookie,
    call,
    follow: () => follow(base, cookie),
    status: async (route, sending) => (await send(cookie, route, sending)).status,
    async done<R extends JsonRoute>(route: R, ...given: Given<R>) {
      const sending: Sending = given[0] ?? {}
      const { status, body } = await call(route, sending)
      if (status !== (route.status ?? 200)) {
        throw new Error(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
      }
      return route.answer.parse(body) as Shown<R['answer']>
    },
  }
}
