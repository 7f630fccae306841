import type { ArchiveDestination } from '../../contract/archive.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { ArchiveDestinations } from './destinations.ts'
import { faultOfThisMachine, isFault } from './fault-rules.ts'
import type { Recording } from './recording.ts'

/** A saved destination with its secrets, or why there is none at the moment. */
export function openSaved(
  destinations: Pick<ArchiveDestinations, 'open'>,
  systemId: SystemId,
  id: string,
): ArchiveDestination | StoreFault {
  try {
    return destinations.open(systemId, id)
  } catch (error) {
    const { code, message } =
      error instanceof Refusal ? error : { code: '', message: 'The secrets cannot be opened.' }
    return faultOfThisMachine('credentials', message, code)
  }
}

/** That of a recording. */
export function openDestination(
  destinations: Pick<ArchiveDestinations, 'open'>,
  { systemId, destinationId, state }: Recording,
): ArchiveDestination | StoreFault {
  const opened = openSaved(destinations, systemId, destinationId)
  // What is left of a failed recording waits for nobody.
  const isOver = state === 'failed' && isFault(opened) && opened.code === 'DESTINATION_NOT_FOUND'
  return isOver ? { ...opened, kind: 'local' } : opened
}
