import type { CaughtRequest, CaughtRequestDetail, Script } from '../../contract/console/catchers.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

export interface StoredCatcher extends Script {
  readonly name: string
  readonly systemId: SystemId
  readonly createdAt: EpochMilliseconds
}

/** With what arrived there. */
export interface Catcher extends StoredCatcher {
  readonly requests: number
  readonly lastArrivedAt: EpochMilliseconds | null
}

/** Whole addresses of the same catcher. */
export interface AddressChange {
  readonly before: string
  readonly now: string
}

export type NewRequest = Omit<CaughtRequestDetail, 'sequence'>

export interface CatcherRepository {
  /** By name. */
  list(systemId: SystemId): Catcher[]
  /** Of whatever system; null when there is none. */
  find(name: string): Catcher | null
  /** Of all systems. */
  names(): readonly string[]
  /** Wherever the address is kept for what is still to be sent, with a query or without. @returns in how many places */
  replaceAddress(change: AddressChange): number
  insert(catcher: StoredCatcher): void
  update(name: string, script: Script): void
  /** With what arrived there. */
  remove(name: string): void
  /** Adds a request and removes all but the newest `keep` of the catcher. */
  addRequest(name: string, request: NewRequest, keep: number): void
  /** Newest first. */
  requests(name: string): CaughtRequest[]
  /** Null when the catcher has no such request. */
  findRequest(name: string, sequence: number): CaughtRequestDetail | null
}
