import { refusal } from '../../../../../contract/refusal/refusal.ts'
import type { Emulator } from '../../../../emulator/emulator.ts'

/**
 * The emulator of a service that was started as one. The routes that need it refuse before their handlers run.
 * @throws Refusal `NOT_EMULATED`
 */
export function started(emulator: Emulator | null): Emulator {
  if (!emulator) throw refusal('NOT_EMULATED')
  return emulator
}
