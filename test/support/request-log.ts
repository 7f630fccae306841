/** Parts of tests of the request log. */
import type { SystemId } from '../../service/contract/ids.ts'
import { listRequestsQuery } from '../../service/contract/console/requests.ts'
import type { ListRequestsQuery } from '../../service/contract/console/requests.ts'
import type { Call } from '../../service/control/request-log/call.ts'
import { CallPack } from '../../service/control/request-log/packed-calls.ts'
import type { PackedCalls } from '../../service/control/request-log/packed-calls.ts'

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
  response: '{"channel_ids":[]}',
  unknownMembers: [],
  ...more,
})

/** Calls as they are handed to a store. */
export function packed(...calls: readonly Call[]): PackedCalls {
  const pack = new CallPack()
  for (const call of calls) pack.add(call)
  return pack.packed()
}

/** A query as the console's routes read it. */
export const query = (texts: Readonly<Record<string, string>> = {}): ListRequestsQuery =>
  listRequestsQuery.parse(texts)
