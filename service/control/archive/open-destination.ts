import type { ArchiveDestination } from '../../contract/archive.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { ArchiveDestinations } from './destinations.ts'
import { faultOfThisMachine } from './fault-rules.ts'
import type { Recording } from './recording.ts'

/** The destination of a recording with its secrets, or why there is none at the moment. */
export function openDestination(
  destinations: Pick<ArchiveDestinations, 'open'>,
  { systemId, destinationId, state }: Recording,
): ArchiveDestination | StoreFault {
  try {
    return destinations.open(systemId, destinationId)
  } catch (error) {
    const { code, message } =
      error instanceof Refusal ? error : { code: '', message: 'The secrets cannot be opened.' }
    // What is left of a failed recording waits for nobody.
    const isOver = state === 'failed' && code === 'DESTINATION_NOT_FOUND'
    return faultOfThisMachine(isOver ? 'local' : 'credentials', message, code)
  }
}
