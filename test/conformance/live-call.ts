import { LIVE_ERRORS } from '../../service/contract/errors.ts'
import { liveErrorResponse } from '../../service/contract/live-api.ts'
import { OPERATIONS } from '../../service/control/api/live/operations/index.ts'
import type { Ready } from '../support/service.ts'

export interface LiveAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** `error_type`; null where the call succeeded. */
  readonly error: string | null
  readonly headers: Headers
}

export interface LiveCallOptions {
  /** Null sends none; the first system's by default. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

type LiveAddress = Pick<Ready, 'live_base_url' | 'access_token'>

/**
 * Calls the live API and gives the answer, refusal or not.
 * @throws Error when the answer breaks the published schema
 */
export async function callLive(
  service: LiveAddress,
  target: string,
  body: unknown = {},
  { token = service.access_token, headers = {} }: LiveCallOptions = {},
): Promise<LiveAnswer> {
  const response = await fetch(`${service.live_base_url}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sfu-target': target,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (response.status === 200) {
    const operation = OPERATIONS.find((one) => one.target === target)
    if (!operation) throw new Error(`${target} is answered but not listed`)
    operation.response.parse(answer)
    return { status: 200, body: answer, error: null, headers: response.headers }
  }
  const { error_type: error } = liveErrorResponse.parse(answer)
  const spec = Object.entries(LIVE_ERRORS).find(([code]) => code === error)?.[1]
  if (spec?.status !== response.status) throw new Error(`${error} with status ${response.status}`)
  return { status: response.status, body: answer, error, headers: response.headers }
}
