/** All that a run can cover, from the registries that the service itself works by. */
import { CLOSE_REASONS } from '../contract/close-reasons.ts'
import { FAILURE_REASONS, NORMAL_REASONS } from '../contract/signaling.ts'
import { sfuEvent } from '../contract/sfu-webhooks.ts'
import { archiveEvent, rtmpEvent } from '../contract/webhook-bodies.ts'
import { OPERATIONS } from '../control/api/live/operations/index.ts'
import { errorsOf as errorsOfOperation } from '../control/api/openapi/live-api.ts'
import { errorsOf as errorsOfEndpoint } from '../control/api/openapi/option-api.ts'
import { ENDPOINTS } from '../control/api/option/routes/index.ts'
import type { Coverable } from '../control/emulator/coverage/coverage.ts'

const unique = (names: readonly string[]): string[] => [...new Set(names)]
const withFamily = (family: string, names: readonly string[]) => names.map((name) => `${family} ${name}`)

/** Names in the order of the documentation. */
export const COVERABLE: Coverable = {
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
