import type { SystemId } from '../../contract/ids.ts'
import type { OutgoingReach } from '../../contract/outgoing.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { System } from './system.ts'

export interface SystemRepository {
  insert(system: System): void
  find(id: SystemId): System | null
  /** The system that was made first; null before the first start. */
  first(): System | null
  /** Oldest first. */
  list(): readonly System[]
  /** True when any system has replaced the specified rule for passwords. */
  anyPasswordMinLength(): boolean
  rename(id: SystemId, name: string): void
  /** @param timeZone IANA name */
  setTimeZone(id: SystemId, timeZone: string): void
  /** @param length code points; null for the specified rule */
  setPasswordMinLength(id: SystemId, length: number | null): void
  /** @param at when it was changed */
  setAccessCodeHash(id: SystemId, hash: string, at: EpochMilliseconds): void
  /** Null while it is the one that the system was made with. */
  accessCodeChangedAt(id: SystemId): EpochMilliseconds | null
  /** How far addresses go that it may name; of the first system it is not asked. */
  outgoingReach(id: SystemId): OutgoingReach
  setOutgoingReach(id: SystemId, reach: OutgoingReach): void
  setWebhookSecret(id: SystemId, secret: string): void
}
