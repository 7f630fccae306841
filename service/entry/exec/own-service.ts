import { startService } from '../../kit/service-process.ts'
import type { ServiceOptions, ServiceProcess } from '../../kit/service-process.ts'
import type { Wishes } from './wishes.ts'

/**
 * Starts the service that one command has for itself, as an emulator.
 * @returns null where this process was told to end before it was ready
 * @throws StartError; the service has said why
 */
export async function startOwnService(
  { args = [], ...options }: ServiceOptions,
  wishes: Wishes,
): Promise<ServiceProcess | null> {
  // A test is full of what is worth a warning elsewhere.
  const quiet = ['--emulator', '--log-level', 'error', ...args]
  try {
    return await startService({ ...options, says: 'stderr', until: wishes.first, args: quiet })
  } catch (error) {
    if (wishes.signal === null) throw error
    return null
  }
}
