import type { requestApi, RequestView } from '../../../../contract/console/requests.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { CallScope, CallSummary } from '../../../request-log/request-log-store.ts'
import type { Caller } from '../../option/define-endpoint.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

export function requestLogRoutes({
  requests,
  onlySystem,
}: Pick<ConsoleParts, 'requests' | 'onlySystem'>): Handlers<typeof requestApi> {
  const scopeOf = ({ system }: Caller): CallScope => ({ systemId: system.id, unknownCallers: onlySystem() })
  return {
    list: async ({ caller, query }) => {
      const { calls, next } = await requests.list(scopeOf(caller), query)
      return { requests: calls.map(viewOf), next }
    },
    find: async ({ caller, params }) => {
      const call = await requests.find(scopeOf(caller), params.id)
      if (!call) throw refusal('NOT_FOUND')
      return { ...viewOf(call), request: call.request, response: call.response }
    },
  }
}

function viewOf(call: CallSummary): RequestView {
  const { id, at, api, operation, caller, remoteAddress, status, durationMs, unknownMembers } = call
  return { id, at, api, operation, caller, remoteAddress, status, durationMs, unknownMembers }
}
