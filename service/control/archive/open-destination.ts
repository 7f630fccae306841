import type { ArchiveDestination } from '../../contract/archive.ts'
import type { SystemId } from '../../contract/ids.ts'
import { OUTSIDE_FOLDERS } from '../../contract/store-fault.ts'
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
    if (!(error instanceof Refusal)) return faultOfThisMachine('credentials', 'The secrets cannot be opened.')
    // What was kept breaks a rule by now, such as a folder that is allowed no more.
    if (error.problems.some(({ rule }) => rule === 'outsideFolders'))
      return faultOfThisMachine('forbidden', error.message, OUTSIDE_FOLDERS)
    const kind = error.code === 'BAD_REQUEST' ? 'refused-request' : 'credentials'
    return faultOfThisMachine(kind, error.message, error.code)
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
