/** The connections of a channel that a forwarded operation is about. */
import type { ConnectionId } from '../../../../../contract/ids.ts'
import type { Role } from '../../../../../contract/sfu-api.ts'
import { refusal } from '../../../../../contract/refusal/refusal.ts'
import { problem } from '../../../../../contract/refusal/rules.ts'
import type { SfuConnection } from '../../../../sfu/sfu-channels.ts'
import type { ForwardedChannel } from './define-forwarded.ts'

/**
 * @param member where the request has the id
 * @throws Refusal `CONNECTION_NOT_FOUND` naming the member
 */
export function connectionOf(
  { connections }: ForwardedChannel,
  id: string,
  member = 'connection_id',
): SfuConnection {
  const found = connections.find(({ listed }) => listed.connection_id === id)
  if (found) return found
  throw refusal('CONNECTION_NOT_FOUND', {}, { problems: [problem(member, 'presentConnection')] })
}

/**
 * All connections of a client: a client id may repeat.
 * @throws Refusal `CLIENT_NOT_FOUND` where there is none
 */
export function connectionsOfClient({ connections }: ForwardedChannel, clientId: string): SfuConnection[] {
  const found = connections.filter(({ listed }) => listed.client_id === clientId)
  if (found.length === 0) throw refusal('CLIENT_NOT_FOUND')
  return found
}

export function connectionsOfRole({ connections }: ForwardedChannel, role: Role): SfuConnection[] {
  return connections.filter(({ listed }) => listed.role === role)
}

/** The id of a connection, for asking others about it. */
export function idOf({ listed }: SfuConnection): ConnectionId {
  // The SFU gave it.
  return listed.connection_id as ConnectionId
}

/** What a client asked for with `video: false`, it neither sends nor receives. */
export function sendsVideo({ listed }: SfuConnection): boolean {
  return listed.role !== 'recvonly' && listed.video !== false
}

export function receivesVideo({ listed }: SfuConnection): boolean {
  return listed.role !== 'sendonly' && listed.video !== false
}

/** Asks the same of several at once. */
export async function each(
  connections: readonly SfuConnection[],
  ask: (connection: SfuConnection) => Promise<void>,
): Promise<void> {
  await Promise.all(connections.map(ask))
}
