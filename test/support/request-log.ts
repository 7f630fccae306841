/** Parts of tests of the request log. */
import type { SystemId } from '../../service/contract/ids.ts'
import { listRequestsQuery } from '../../service/contract/console/requests.ts'
import type { ListRequestsQuery } from '../../service/contract/console/requests.ts'
import type { Call } from '../../service/control/request-log/call.ts'
import type { KeptCall } from '../../service/control/request-log/request-log-store.ts'

export const SYSTEM = 'system' as SystemId
export const OTHER_SYSTEM = 'other-system' as SystemId
export const OWN = { systemId: SYSTEM, unknownCallers: false }

/** A call of the system that nothing is wrong with. */
export const someCall = (more: Partial<Call> = {}): Call => ({
  at: 1000,
  api: 'live',
  operation: 'Service_20200729.ListChannelIDs',
  systemId: SYSTEM,
  caller: 'Default',
  remoteAddress: '127.0.0.1',
  status: 200,
  durationMs: 1.5,
  request: {},
  requestBytes: 2,
  response: '{"channel_ids":[]}',
  unknownMembers: [],
  ...more,
})

export const keptCall = (more: Partial<KeptCall> = {}): KeptCall => {
  const { requestBytes: _, ...call } = someCall()
  return { ...call, request: { text: '{}', cut: false }, response: { text: '{}', cut: false }, ...more }
}

/** A query as the console's routes read it. */
export const query = (texts: Readonly<Record<string, string>> = {}): ListRequestsQuery =>
  listRequestsQuery.parse(texts)
