/** Systems that tests have for themselves, so that many run side by side on one service. */
import type { NewTestSystem, TestSystem } from '../../contract/console/emulator/systems.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Catchers } from '../catcher/catchers.ts'
import type { Channels } from '../channel/channels.ts'
import type { Identity } from '../identity/identity.ts'
import { passwordHasher } from '../identity/password-hash.ts'
import { createSystem } from '../identity/systems.ts'
import type { Recorder } from './record/recorder.ts'
import type { Schedules } from '../schedule/schedules.ts'

/** What made-up people remember need not be dear to guess; hundreds of tests begin with it. */
const HASHER = passwordHasher({ memoryKiB: 8, passes: 1 })

export interface TestSystemParts {
  readonly clock: Clock
  readonly identity: Identity
  readonly channels: Pick<Channels, 'listIds' | 'delete'>
  readonly schedules: Pick<Schedules, 'clear'>
  readonly catchers: Pick<Catchers, 'clear'>
  /** Takes what still waits to be sent out of the outbox. */
  readonly forgetPending: (systemId: SystemId) => void
  /** Null without `--emulator`. */
  readonly recorder: Pick<Recorder, 'systemMade' | 'systemRemoved'> | null
}

export class TestSystems {
  readonly #parts: TestSystemParts
  readonly #made = new Set<SystemId>()

  constructor(parts: TestSystemParts) {
    this.#parts = parts
  }

  async create(asked: NewTestSystem): Promise<TestSystem> {
    const { identity, clock, recorder } = this.#parts
    const { name, timeZone } = asked
    const email = `test-${newId().toLowerCase()}@airdesk.test`
    const wanted = { name: name ?? 'Test', timeZone, email }
    const { system, credentials } = await createSystem({ ...identity, hasher: HASHER }, clock, wanted)
    // A test's webhooks come to the test.
    identity.store.systems.setOutgoingReach(system.id, 'computer')
    this.#made.add(system.id)
    const made = { id: system.id, ...credentials, webhookSecret: system.webhookSecret }
    recorder?.systemMade(made, asked)
    return made
  }

  /**
   * Ends its broadcasts and lets nobody in any more. What it did stays in the logs, which tell of the whole run.
   * @returns false where no such system was made since the start, or it is gone already
   */
  async remove(systemId: SystemId): Promise<boolean> {
    if (!this.#made.delete(systemId)) return false
    this.#parts.recorder?.systemRemoved(systemId)
    const { identity, channels, schedules, catchers, clock, forgetPending } = this.#parts
    const { store, accessTokens } = identity
    store.transaction(() => {
      store.systems.setAccessCodeHash(systemId, '', clock.now())
      for (const { id } of accessTokens.list(systemId)) accessTokens.revoke(systemId, id)
      for (const { id } of store.users.list(systemId)) store.loginTokens.removeOfUser(id, null)
    })
    await schedules.clear(systemId)
    await Promise.all(channels.listIds(systemId).map((id) => channels.delete(systemId, id)))
    catchers.clear(systemId)
    forgetPending(systemId)
    return true
  }
}
