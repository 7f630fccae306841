/**
 * The only way out: every connection that this service makes to an address that somebody named is made here. A name
 * is resolved once, each of its addresses is judged, and the connection goes to one that passed.
 */
import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import type { AgentOptions, ClientRequest, RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { connect, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { Agent as Dispatcher, buildConnector } from 'undici'
import type { OutgoingRules } from '../../../contract/outgoing.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { OutgoingRefused, bareHost, refusalOf } from './judge.ts'

/** Asked for each connection. Null where the operator named the address, by an option of the command line. */
export type RulesOf = () => OutgoingRules | null

/** @throws OutgoingRefused for an address that is refused; a name is judged when it is resolved */
function judgedLookup(
  { host, port }: { readonly host: string; readonly port: number },
  rules: OutgoingRules | null,
  resolve: LookupFunction = systemLookup,
): LookupFunction {
  if (!rules) return resolve
  const bare = bareHost(host)
  const refused = isIP(bare) === 0 ? null : refusalOf(bare, port, rules)
  if (refused) throw new OutgoingRefused(refused)
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, '', 0)
      const all: LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: family ?? 0 }] : found
      let judged
      try {
        judged = all.map((one) => ({ one, why: refusalOf(one.address, port, rules) }))
      } catch (failed) {
        // The system has no file left to tell its own addresses by. Nobody could catch this here.
        return callback(failed as NodeJS.ErrnoException, '', 0)
      }
      const passed = judged.filter(({ why }) => why === null).map(({ one }) => one)
      const [first] = passed
      if (!first) return callback(new OutgoingRefused(judged[0]?.why ?? 'never'), '', 0)
      if (options.all === true) callback(null, passed)
      else callback(null, first.address, first.family)
    })
  }
}

/** @throws OutgoingRefused; what is found out later is told by the event `error` */
export function connectOut(
  to: { readonly host: string; readonly port: number },
  rules: OutgoingRules | null,
): Socket {
  return connect({ ...to, lookup: judgedLookup(to, rules) })
}

/** TLS over a connection that was made above. */
export const secureOut = (socket: Socket, options: Omit<ConnectionOptions, 'socket'>): TLSSocket =>
  connectTls({ ...options, socket })

export interface DispatcherOptions {
  readonly rules: RulesOf
  /** Of the connection and its handshake. */
  readonly connect: { readonly timeout: Milliseconds; readonly ca?: string[] }
  readonly agent: Omit<Dispatcher.Options, 'connect'>
  readonly lookup?: LookupFunction | undefined
  /** Called with each new connection. */
  readonly onSocket?: (socket: Socket) => void
}

/** An agent of undici that goes out as the rules say. It follows no redirect. */
export function outgoingDispatcher(options: DispatcherOptions): Dispatcher {
  const { rules, lookup, onSocket } = options
  return new Dispatcher({
    ...options.agent,
    connect(target, done) {
      try {
        const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
        const judged = judgedLookup({ host: target.hostname, port }, rules(), lookup)
        buildConnector({ ...options.connect, lookup: judged })(target, (error, socket) => {
          if (error !== null) return done(error, null)
          onSocket?.(socket)
          done(null, socket)
        })
      } catch (error) {
        done(error as Error, null)
      }
    },
  })
}

/** An agent of Node that goes out as the rules say. */
export function outgoingAgent(
  secure: boolean,
  rules: RulesOf,
  options: AgentOptions,
  onSocket?: (socket: Socket) => void,
): PlainAgent {
  const agent = secure ? new SecureAgent(options) : new PlainAgent(options)
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (to, callback) => {
    try {
      const target = { host: to.host ?? 'localhost', port: Number(to.port) || (secure ? 443 : 80) }
      const socket = create({ ...to, lookup: judgedLookup(target, rules()) }, callback) as Socket
      onSocket?.(socket)
      return socket
    } catch (error) {
      callback?.(error as Error, undefined as never)
      return undefined
    }
  }
  return agent
}

/** Node's client of HTTP with agents that go out as the rules say. */
export class OutgoingHttp {
  readonly #plain: PlainAgent
  readonly #secure: PlainAgent

  constructor(rules: RulesOf, options: AgentOptions) {
    this.#plain = outgoingAgent(false, rules, options)
    this.#secure = outgoingAgent(true, rules, options)
  }

  request(secure: boolean, options: Omit<RequestOptions, 'agent'>): ClientRequest {
    return secure
      ? secureRequest({ ...options, agent: this.#secure })
      : plainRequest({ ...options, agent: this.#plain })
  }

  destroy(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }
}
