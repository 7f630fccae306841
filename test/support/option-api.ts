import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { ChannelId } from '../../service/contract/ids.ts'
import { startOptionApi } from '../../service/control/api/option/server.ts'
import type { LiveConnection } from '../../service/control/connection/channel-activity.ts'
import { ensureFirstSystem } from '../../service/control/identity/first-system.ts'
import type { Permissions, User } from '../../service/control/identity/user.ts'
import type { Call } from '../../service/control/request-log/call.ts'
import { idempotencyKeyRepository } from '../../service/control/store/idempotency-keys.ts'
import type { System } from '../../service/control/system/system.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { KEY_BYTES, secretBox } from '../../service/platform/secrets/secret-box.ts'
import { testAudit } from './audit.ts'
import { ManualClock } from './manual-clock.ts'
import { checkOptionAnswer } from './option-client.ts'
import { NOTHING, optionDomain } from './option-domain.ts'

export const EMAIL = 'ann@example.com'
export const PASSWORD = 'secret1'
export const ACCESS_CODE = 'code'
/** An origin that the API lets in. */
export const ORIGIN = 'http://console.test'

/** A schedule's parameters that are right, to be spoilt by tests. */
export const scheduleRequest = (more: object = {}) => ({
  start_datetime: '2026/03/01 10:00:00',
  end_datetime: '2026/03/01 11:00:00',
  name: 'Morning show',
  service_params: [{ durationSeconds: 2, startTimeOffset: -2, audio: {} }],
  ...more,
})

/** A user's parameters that are right. */
export const userRequest = (more: object = {}) => ({
  name: 'Ben',
  email: 'ben@example.com',
  password: 'tiger42',
  delivery: false,
  view: false,
  schedule: false,
  user: false,
  ...more,
})

export interface RawRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly body?: string | Buffer
  /** Sends the body without its length. */
  readonly chunked?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export interface CallRequest {
  /** Of the master when left out; null for none. */
  readonly token?: string | null
  readonly query?: Readonly<Record<string, string>> | string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface OptionResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Null where there is none. */
  readonly body: unknown
  readonly error: OptionFailure | null
}

interface OptionFailure {
  readonly code: string
  readonly message: string
  readonly details?: readonly { readonly member: string; readonly rule: string }[]
}

/** The option API on a real database and a real socket; only the broadcasts behind it are stood in for. */
export async function startTestOptionApi(options: { timeZone?: string; now?: string } = {}) {
  const clock = new ManualClock(options.now === undefined ? undefined : Date.parse(options.now))
  const domain = optionDomain(clock)
  const { identity, database, channels, schedules, chat } = domain
  const first = await ensureFirstSystem(identity, clock, {
    email: EMAIL,
    password: PASSWORD,
    accessCode: ACCESS_CODE,
    timeZone: options.timeZone ?? 'UTC',
  })
  const onAir = new Map<ChannelId, LiveConnection[]>()
  const audited = testAudit(clock, database)
  const calls: Call[] = []
  const listening = await startOptionApi({
    address: { host: '127.0.0.1', port: 0 },
    parts: {
      identity,
      schedules,
      chat,
      channels,
      ...{ deliveries: domain.deliveries, playlistAddresses: domain.playlistAddresses },
      broadcasts: { withPlaylist: (channelId) => onAir.get(channelId) ?? [] },
      addresses: () => ({
        rtmp: { host: '127.0.0.1', port: 1935 },
        https: { host: '127.0.0.1', port: 8443 },
        http: { host: '127.0.0.1', port: 8080 },
        signaling: { host: '127.0.0.1', port: 5443 },
      }),
    },
    sessions: identity.sessions,
    idempotency: {
      clock,
      transactions: database,
      keys: idempotencyKeyRepository(database),
      fingerprint: secretBox(new Uint8Array(KEY_BYTES)).fingerprint,
    },
    audit: audited.audit,
    logger: createLogger('silent'),
    requestLog: { record: (call) => calls.push(call) },
    clock,
    origins: () => [ORIGIN],
  })
  const signIn = (user: User) => identity.sessions.open(user, 'option').token
  const master = signIn(first.master)

  /** Every answer is checked against the published schema. */
  async function send(raw: RawRequest): Promise<OptionResponse> {
    const answer = await exchange(listening.port, raw)
    if (answer.text === '') return { ...answer, body: null, error: null }
    const body: unknown = JSON.parse(answer.text)
    checkOptionAnswer(raw.method, raw.path.split('?', 1)[0] ?? '', { ...answer, body })
    const error = answer.status < 400 ? null : (body as { error: OptionFailure }).error
    return { ...answer, body, error }
  }

  return {
    ...domain,
    ...audited,
    clock,
    first,
    onAir,
    /** What the request log was told. */
    calls,
    port: listening.port,
    /** Token of the first system's master. */
    master,
    send,
    /** A call as it should be made: token, query and JSON body in their places. */
    call(method: string, path: string, { token = master, query, json, headers }: CallRequest = {}) {
      const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
      return send({
        method,
        path: path + search,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        headers: {
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      })
    },
    signIn,
    /** Adds a user and signs them in; gives their token. */
    tokenOf(permissions: Partial<Permissions>, system: System = first.system, isMaster = false): string {
      return signIn(domain.addUser(system, { permissions: { ...NOTHING, ...permissions }, isMaster }))
    },
    async close() {
      await listening.close()
      database.close()
    },
  }
}

export type TestOptionApi = Awaited<ReturnType<typeof startTestOptionApi>>

/** One request on a connection of its own, with exactly these headers besides Host, Connection and length. */
function exchange(
  port: number,
  { method, path, body, chunked = false, headers }: RawRequest,
): Promise<Pick<OptionResponse, 'status' | 'headers' | 'text'>> {
  const length = { 'content-length': String(Buffer.byteLength(body ?? '')) }
  const framing = body === undefined ? {} : chunked ? { 'transfer-encoding': 'chunked' } : length
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, agent: false, headers: { ...framing, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
