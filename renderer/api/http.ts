/** One way to call the engine: JSON in and out, one error type, one place that notices a lost session. */
import { isRefusal } from '../../service/contract/refusal/is-refusal.ts'
import type { RefusalData } from '../../service/contract/refusal/refusal.ts'
import type { RefusalCode } from '../../service/contract/refusal/refusals.ts'
import type { Problem } from '../../service/contract/refusal/rules.ts'

/** `NETWORK`: nothing answered. `UNKNOWN`: what did is not the engine, as a proxy. */
export type ErrorCode = RefusalCode | 'NETWORK' | 'UNKNOWN'

interface Answered extends ErrorOptions {
  /** HTTP status; 0 where nothing answered. */
  readonly status: number
  readonly refusal?: RefusalData
  readonly retryAfterSeconds?: number | null
}

/** A refusal by the engine, or its silence. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** Null where the engine did not answer itself. */
  readonly refusal: RefusalData | null
  /** Seconds from Retry-After; null where it was not sent. */
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, { status, refusal, retryAfterSeconds = null, ...options }: Answered) {
    super(`${code} (${status})`, options)
    this.code = code
    this.status = status
    this.refusal = refusal ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }

  get problems(): readonly Problem[] {
    return this.refusal?.problems ?? []
  }
}

/** Refused to somebody who is not signed in yet. */
const WHILE_SIGNING_IN: readonly ErrorCode[] = ['LOGIN_FAILED', 'ENTRY_USED']

let onUnauthorized: () => void = () => undefined

/** Sets what happens when the engine says that nobody is signed in. */
export function whenUnauthorized(run: () => void): void {
  onUnauthorized = run
}

/**
 * Calls the engine.
 * @returns the JSON of its answer
 * @throws ApiError for every answer but 2xx and when nothing answers
 */
export async function send(path: string, request: RequestInit): Promise<unknown> {
  const response = await ask(path, request)
  if (!response.ok) throw await refused(response)
  return response.json().catch(() => null)
}

/** The same for an answer that is a file. */
export async function fetchFile(path: string, request: RequestInit): Promise<Blob> {
  const response = await ask(path, request)
  if (!response.ok) throw await refused(response)
  return response.blob()
}

const ask = (path: string, request: RequestInit): Promise<Response> =>
  fetch(path, { ...request, credentials: 'same-origin' }).catch((error: unknown) => {
    throw new ApiError('NETWORK', { status: 0, cause: error })
  })

async function refused(response: Response): Promise<ApiError> {
  const value: unknown = await response.json().catch(() => null)
  const error = readError(response, value)
  if (error.status === 401 && !WHILE_SIGNING_IN.includes(error.code)) onUnauthorized()
  return error
}

/** Reads what the engine refuses. */
export function readError(response: { status: number; headers: Headers }, value: unknown): ApiError {
  const { status } = response
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null
  if (!isRefusal(value)) return new ApiError('UNKNOWN', { status, retryAfterSeconds })
  return new ApiError(value.error.code, { status, refusal: value.error, retryAfterSeconds })
}
