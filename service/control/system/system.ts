import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** One customer of the service: users, channels and tokens belong to exactly one system. */
export interface System {
  readonly id: SystemId
  readonly name: string
  /** IANA name; zone-less datetimes of the option API are read and written in it. */
  readonly timeZone: string
  /** argon2id, as a PHC string. */
  readonly accessCodeHash: string
  /** Signs webhooks: `whsec_` and base64 (Standard Webhooks). Secret. */
  readonly webhookSecret: string
  /** Least length of passwords, code points, where it replaces the specified rule; null where it does not. */
  readonly passwordMinLength: number | null
  readonly createdAt: EpochMilliseconds
}
