/** Making a call of one of the two APIs by hand, through the console's own address. */
import { REFUSALS_AS } from '../../service/contract/console/session.ts'
import type { API_NAMES } from '../../service/contract/console/words.ts'
import { optionPath } from '../../service/contract/console/option.ts'
import { addressOf } from '../../service/contract/console/request.ts'
import type { EngineView } from '../../service/contract/console/engine-view.ts'
import type { HttpCall } from '../snippet/http-call.ts'
import { api } from '../api/client.ts'
import { compactJson, laidOutText } from './compact-json.ts'

export interface Runnable {
  readonly api: (typeof API_NAMES)[number]
  /** `GET /api/schedule`, or the operation of the live API with its version. */
  readonly operation: string
}

/** A call that changes nothing and needs nothing. */
export const FIRST_CALL: Runnable = { api: 'live', operation: 'Service_20180501.ListChannelIDs' }

export interface Wire {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const OPTION = /^(GET|POST|PATCH|DELETE) \/api(\/[a-z_/]+)$/
/** The console has a door of its own. */
const LOGIN = 'POST /api/login'

/** True for what can be called from the console; an unknown path, as a log may have it, can't. */
export const canRun = ({ api, operation }: Runnable): boolean =>
  api === 'live' ? /^\w+\.\w+$/.test(operation) : OPTION.test(operation) && operation !== LOGIN

type Parameters = Readonly<Record<string, unknown>>

/**
 * The request of a call, refused as that API does, through the console's own address.
 * @param parameters a JSON object
 * @throws Error for what `canRun` refuses
 */
export function wireOf(call: Runnable, parameters: Parameters): Wire {
  const { method, path, query, headers, hasBody } = partsOf(call, parameters)
  const own = call.api === 'live' ? addressOf(api.channels.live) : optionPath(path)
  return {
    method,
    path: own + query,
    headers: { ...headers, [REFUSALS_AS]: call.api },
    body: hasBody ? JSON.stringify(parameters) : null,
  }
}

/**
 * The same call as an app makes it.
 * @param bases addresses of the APIs
 * @throws Error for what `canRun` refuses
 */
export function appCall(
  call: Runnable,
  parameters: Parameters,
  bases: Pick<EngineView, 'liveBaseUrl' | 'optionBaseUrl'>,
): HttpCall {
  const { method, path, query, headers, hasBody } = partsOf(call, parameters)
  const base = (call.api === 'live' ? bases.liveBaseUrl : bases.optionBaseUrl).replace(/\/$/, '')
  const body = hasBody ? compactJson(parameters) : null
  return { method, url: base + path + query, headers, token: 'fromEnvironment', body }
}

/** Parameters of GET and DELETE go to the query, where text stands for itself. */
function partsOf(call: Runnable, parameters: Parameters) {
  const json = { 'Content-Type': 'application/json' }
  if (call.api === 'live') {
    const headers = { ...json, 'X-Sfu-Target': call.operation }
    return { method: 'POST', path: '/', query: '', headers, hasBody: true }
  }
  const [, method, rest] = OPTION.exec(call.operation) ?? []
  if (method === undefined || rest === undefined) throw new Error(`cannot call ${call.operation}`)
  const path = `/api${rest}`
  if (method === 'POST' || method === 'PATCH')
    return { method, path, query: '', headers: json, hasBody: true }
  const pairs = Object.entries(parameters).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return { method, path, query: pairs.length === 0 ? '' : `?${pairs.join('&')}`, headers: {}, hasBody: false }
}

export interface RunAnswer {
  readonly status: number
  /** Laid out where it is JSON. */
  readonly text: string
  readonly milliseconds: number
}

/** Characters of a line of an answer. */
const WIDTH = 60

/** Makes the call. @throws TypeError when nothing answers */
export async function run(wire: Wire): Promise<RunAnswer> {
  const started = performance.now()
  const response = await fetch(wire.path, {
    method: wire.method,
    credentials: 'same-origin',
    headers: wire.headers,
    ...(wire.body === null ? {} : { body: wire.body }),
  })
  const text = await response.text()
  const milliseconds = performance.now() - started
  return { status: response.status, text: laidOutText(text, WIDTH), milliseconds }
}

/** Reads what was typed. @returns null for what is no JSON object */
export function readParameters(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
