import type { ArchiveDestination } from '../../contract/archive.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import { badRequest } from '../../contract/refusal/refusal.ts'
import type { OutgoingPolicy } from '../system/outgoing-policy.ts'
import { archiveDestination } from './destination-rules.ts'
import type { RecordingFolders } from './recording-folders.ts'

/** What limits the destinations of a system. */
export interface DestinationLimits {
  readonly folders: Pick<RecordingFolders, 'admit' | 'makeRoot'>
  readonly outgoing: Pick<OutgoingPolicy, 'reachOf' | 'problems'>
}

/**
 * A destination that is about to be made, changed or tried: in a folder that may be used, or at no address that the
 * system may not reach.
 * @throws Refusal `BAD_REQUEST`
 */
export function checkedDestination(
  systemId: SystemId,
  request: ArchiveDestinationRequest,
  { folders, outgoing }: DestinationLimits,
): ArchiveDestination {
  const destination = archiveDestination(request, outgoing.reachOf(systemId))
  const problems = outgoing.problems(systemId, {
    s3_end_point: destination.kind === 's3' ? destination.endPoint : null,
    gs_credential_json: destination.kind === 'gs' ? destination.credential.token_uri : null,
  })
  if (problems.length > 0) throw badRequest(...problems)
  return folders.admit(destination)
}

/** One that is new, whose allowed folder is made. @throws Refusal as above */
export function newArchiveDestination(
  systemId: SystemId,
  request: ArchiveDestinationRequest,
  limits: DestinationLimits,
): ArchiveDestination {
  const destination = checkedDestination(systemId, request, limits)
  limits.folders.makeRoot(destination)
  return destination
}
