import {
  createArchiveDestinationRequest,
  createArchiveDestinationResponse,
} from '../../../../contract/live-api.ts'
import { defineOperation } from '../define-operation.ts'

export const createArchiveDestination = defineOperation({
  target: 'Service_20190205.CreateArchiveDestination',
  group: 'Archive destinations',
  audit: 'destination.created',
  summary: 'Creates a destination for archives: a bucket of an object store, or a folder of this machine.',
  request: createArchiveDestinationRequest,
  response: createArchiveDestinationResponse,
  example: {
    request: {
      bucket_uri: 's3://recordings/shows/',
      s3_region: 'eu-central-1',
      s3_access_key_id: 'AKIAIOSFODNN7EXAMPLE',
      s3_secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    response: { archive_destination_id: '4Q8W0T2RZ6M1XKC9V5NJE7H3BD' },
  },
  errors: ['ARCHIVE-SECRETS-LOCKED'],
  creates: true,
  handle: (request, { archive, caller }) => ({
    archive_destination_id: archive.create(caller.systemId, request),
  }),
})
