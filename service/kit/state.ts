import { RESET_KINDS, stateApi } from '../contract/console/state.ts'
import type { ConsoleClient } from '../entry/console-client.ts'

/** The state of the service: kept under a name, come back to, emptied. */
export interface State {
  /** Keeps the state as it is; gives the snapshot's name. */
  snapshot(name?: string): Promise<string>
  /** Comes back to a snapshot. The service starts again on the same addresses, with the same credentials. */
  restore(name: string): Promise<void>
  /** Removes all that tests make: channels, schedules, users, recordings, chat, webhooks, calls. Nothing may be on air. */
  reset(): Promise<void>
}

export function stateOf(client: ConsoleClient): State {
  let made = 0
  return {
    async snapshot(name = `snapshot-${(made += 1)}`) {
      await client.call(stateApi.save, { body: { name } })
      return name
    },
    async restore(name) {
      const { snapshots } = await client.call(stateApi.read)
      const found = snapshots.find((snapshot) => snapshot.name === name)
      if (!found) throw new Error(`There is no snapshot ${name}.`)
      await client.call(stateApi.restore, { params: { id: found.id } })
      await client.restarted()
    },
    async reset() {
      await client.call(stateApi.reset, { body: { kinds: [...RESET_KINDS] } })
    },
  }
}
