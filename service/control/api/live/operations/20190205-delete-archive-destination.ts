import { archiveDestinationIdRequest, emptyResponse } from '../../../../contract/live-api.ts'
import { defineOperation } from '../define-operation.ts'

export const deleteArchiveDestination = defineOperation({
  target: 'Service_20190205.DeleteArchiveDestination',
  group: 'Archive destinations',
  audit: 'destination.deleted',
  summary: 'Deletes a destination that no channel archives to, with its secrets; its archives stay.',
  request: archiveDestinationIdRequest,
  response: emptyResponse,
  example: { request: { archive_destination_id: '4Q8W0T2RZ6M1XKC9V5NJE7H3BD' }, response: {} },
  errors: ['ARCHIVE-DESTINATION-NOT-FOUND', 'ARCHIVE-DESTINATION-IN-USE'],
  handle({ archive_destination_id }, { archive, caller }) {
    archive.delete(caller.systemId, archive_destination_id)
    return {}
  },
})
