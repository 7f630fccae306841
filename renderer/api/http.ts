/** One way to call the engine: JSON in and out, one error type, one place that notices a lost session. */
import type { MemberProblem } from '../../service/contract/errors.ts'

/** A refusal by the engine, or its silence (`code` is then `NETWORK`). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly problems: readonly MemberProblem[]
  /** Seconds from Retry-After; null where it was not sent. */
  readonly retryAfterSeconds: number | null

  constructor(fields: {
    status: number
    code: string
    message: string
    problems?: readonly MemberProblem[]
    retryAfterSeconds?: number | null
  }) {
    super(fields.message)
    this.status = fields.status
    this.code = fields.code
    this.problems = fields.problems ?? []
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
  }
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Goes out also when the page is on its way out. */
  readonly keepalive?: boolean
}

let onUnauthorized: () => void = () => undefined

/** Sets what happens when the engine says that nobody is signed in. */
export function whenUnauthorized(run: () => void): void {
  onUnauthorized = run
}

/**
 * Calls the engine.
 * @throws ApiError for every answer but 2xx and when nothing answers
 */
export function call<T>({ method, path, body, headers, keepalive = false }: Call): Promise<T> {
  return send(path, {
    method,
    keepalive,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Sends a file as it is. @throws ApiError as `call` */
export function callWithFile<T>(path: string, file: Blob, type: string): Promise<T> {
  return send(path, { method: 'POST', headers: { 'Content-Type': type }, body: file })
}

async function send<T>(path: string, request: RequestInit): Promise<T> {
  const response = await fetch(path, { ...request, credentials: 'same-origin' }).catch((error: unknown) => {
    throw new ApiError({ status: 0, code: 'NETWORK', message: String(error) })
  })
  const value: unknown = await response.json().catch(() => null)
  if (response.ok) return value as T
  const error = readError(response, value)
  if (error.status === 401 && error.code !== 'LOGIN_FAILED') onUnauthorized()
  throw error
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function readProblems(value: unknown): MemberProblem[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item) => {
    const { member, rule } = record(item)
    return typeof member === 'string' && typeof rule === 'string' ? [{ member, rule }] : []
  })
}

/** Reads the error forms of both APIs. */
export function readError(response: { status: number; headers: Headers }, value: unknown): ApiError {
  const body = record(value)
  const option = record(body['error'])
  const code = option['code'] ?? body['error_type']
  const message = option['message'] ?? body['error_reason']
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    code: typeof code === 'string' ? code : `HTTP ${response.status}`,
    message: typeof message === 'string' ? message : '',
    problems: readProblems(option['details'] ?? body['error_reason']),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  })
}
