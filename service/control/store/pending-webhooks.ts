import type { SystemId } from '../../contract/ids.ts'
import type { Database } from './database.ts'

/** Takes what a system's outbox still holds out of it, with the attempts; one that is being sent is sent, and not again. */
export function forgetPending({ prepare }: Database): (systemId: SystemId) => void {
  const remove = prepare<[SystemId]>("DELETE FROM webhook_events WHERE system_id = ? AND state = 'pending'")
  return (systemId) => void remove.run(systemId)
}
