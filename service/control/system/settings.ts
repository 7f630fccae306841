import { textOf } from '../../contract/text.ts'
import type { SystemId } from '../../contract/ids.ts'
import { breaks } from '../../contract/refusal/carried.ts'
import type { Transactions } from '../transactions.ts'
import type { SystemRepository } from './repository.ts'
import type { System } from './system.ts'
import { isTimeZone } from './zoned-time.ts'

/** IANA name of a time zone. */
export const timeZoneSchema = textOf(1, 64).refine(isTimeZone, breaks('timeZone'))

/** What masters may change of their system; what is left out stays. */
export interface SystemChange {
  readonly name?: string | undefined
  /** IANA name. */
  readonly timeZone?: string | undefined
  /** Code points; null brings the specified rule back. Passwords that exist stay good. */
  readonly passwordMinLength?: number | null | undefined
}

/** Changes a system, checked already; gives it as it is then. */
export function changeSystem(
  store: Transactions & { readonly systems: SystemRepository },
  id: SystemId,
  { name, timeZone, passwordMinLength }: SystemChange,
): System {
  const { systems } = store
  return store.transaction(() => {
    if (name !== undefined) systems.rename(id, name)
    if (timeZone !== undefined) systems.setTimeZone(id, timeZone)
    if (passwordMinLength !== undefined) systems.setPasswordMinLength(id, passwordMinLength)
    const changed = systems.find(id)
    if (!changed) throw new Error(`no system ${id}`)
    return changed
  })
}
