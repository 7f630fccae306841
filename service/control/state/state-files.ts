/** What keeping, restoring and resetting the state needs from elsewhere. */
import type { StateCounts } from '../../contract/console/state.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { LoginToken } from '../identity/repository.ts'
import type { User } from '../identity/user.ts'
import type { ChosenPorts } from '../setup/repository.ts'

/** Who asked. */
export interface AskingSession {
  readonly token: LoginToken
  readonly user: User
}

/** How a file becomes the state of this installation. */
export interface StateSettlement {
  readonly now: EpochMilliseconds
  /** They are this machine's, whatever the file says. */
  readonly ports: ChosenPorts
  /** So are the folders that recordings may be written to, as `file:///`. */
  readonly folders: readonly string[]
  /** Stays signed in where the file has the same master with the same password. */
  readonly session: AskingSession | null
  /** Whether this installation can read what was sealed. */
  readonly canOpen: (sealed: Uint8Array, context: string) => boolean
}

export interface StateFiles {
  /** Of the state as it is. */
  counts(): StateCounts
  /**
   * Writes the state of one system, or of all, to a new file of its own, without sessions and with nothing under
   * way. Takes turns with all else.
   */
  copyTo(file: string, of: { now: EpochMilliseconds; systemId: SystemId | null }): Promise<StateCounts>
  /**
   * Checks a file, brings it to the current schema and makes it ready to be the state.
   * @throws Refusal `STATE_…` for a file that cannot be taken
   */
  settle(
    file: string,
    settlement: StateSettlement,
  ): { readonly counts: StateCounts; readonly unreadable: number }
  /**
   * Checks the file of a system as above, and puts its rows in the place of those that `whole`, a copy of the
   * state, has of that system; that becomes the state.
   * @throws Refusal `STATE_…`
   */
  merge(
    file: string,
    onto: StateSettlement & { readonly systemId: SystemId; readonly whole: string },
  ): { readonly counts: StateCounts; readonly unreadable: number }
}
