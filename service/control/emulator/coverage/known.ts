/** All that a run can cover, from the registries that the service itself works by. */
import { CLOSE_REASONS } from '../../../contract/close-reasons.ts'
import type { Covered } from '../../../contract/console/emulator/coverage.ts'
import { FAILURE_REASONS, NORMAL_REASONS } from '../../../contract/signaling.ts'
import { sfuEvent } from '../../../contract/sfu-webhooks.ts'
import { archiveEvent, rtmpEvent } from '../../../contract/webhook-bodies.ts'
import { OPERATIONS } from '../../api/live/operations/index.ts'
import { errorsOf as errorsOfOperation } from '../../api/openapi/live-api.ts'
import { errorsOf as errorsOfEndpoint } from '../../api/openapi/option-api.ts'
import { ENDPOINTS } from '../../api/option/routes/index.ts'

const unique = (names: readonly string[]): string[] => [...new Set(names)]
const withFamily = (family: string, names: readonly string[]) => names.map((name) => `${family} ${name}`)

/** Names in the order of the documentation. */
export const KNOWN: Readonly<Record<Covered, readonly string[]>> = {
  operations: OPERATIONS.map(({ target }) => target),
  endpoints: ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
  refusals: [
    ...withFamily('live', unique(OPERATIONS.flatMap(errorsOfOperation))),
    ...withFamily('option', unique(ENDPOINTS.flatMap(errorsOfEndpoint))),
  ],
  webhooks: [
    ...withFamily('RTMP', ['auth', ...rtmpEvent.options.map(({ shape }) => shape.type.value)]),
    ...withFamily('SFU', ['auth', ...sfuEvent.options.map(({ shape }) => shape.type.value)]),
    ...withFamily(
      'Archive',
      archiveEvent.options.map(({ shape }) => shape.type.value),
    ),
  ],
  closes: [
    ...withFamily('connection', Object.keys(CLOSE_REASONS)),
    ...withFamily('signaling', [...Object.keys(NORMAL_REASONS), ...Object.keys(FAILURE_REASONS)]),
  ],
}

/** Name of a webhook by its body; every one has a label, `Service RTMP` for example. */
export function webhookName(body: string): string {
  const { label = '', type = 'auth' } = JSON.parse(body) as {
    readonly label?: string
    readonly type?: string
  }
  return `${label.replace(/^Service /, '')} ${type}`
}

/** Name of a refusal by the body of an answer; null where there is none. */
export function refusalName(api: 'live' | 'option', answer: string): string | null {
  try {
    const { error_type, error } = JSON.parse(answer) as {
      readonly error_type?: string
      readonly error?: { readonly code?: string }
    }
    const code = error_type ?? error?.code
    return code === undefined ? null : `${api} ${code}`
  } catch {
    return null
  }
}
