import { emptyRequest, listArchiveDestinationsResponse } from '../../../../contract/live-api.ts'
import { defineOperation } from '../define-operation.ts'

export const listArchiveDestinations = defineOperation({
  target: 'Service_20190205.ListArchiveDestinations',
  group: 'Archive destinations',
  audit: null,
  summary: 'Lists the destinations that were created and not deleted, oldest first, without their secrets.',
  request: emptyRequest,
  response: listArchiveDestinationsResponse,
  example: {
    request: {},
    response: {
      destinations: [
        { archive_destination_id: '4Q8W0T2RZ6M1XKC9V5NJE7H3BD', bucket_uri: 's3://recordings/shows/' },
      ],
    },
  },
  errors: [],
  handle: (_, { archive, caller }) => ({
    destinations: archive
      .list(caller.systemId)
      .map(({ id, bucketUri }) => ({ archive_destination_id: id, bucket_uri: bucketUri })),
  }),
})
