import type { SystemId } from '../../contract/ids.ts'
import type { System } from './system.ts'

export interface SystemRepository {
  insert(system: System): void
  find(id: SystemId): System | null
  /** The system that was made first; null before the first start. */
  first(): System | null
  setAccessCodeHash(id: SystemId, hash: string): void
}
