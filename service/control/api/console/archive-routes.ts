import type { FastifyInstance } from 'fastify'
import { recordingDeleteQuery, recordingListQuery } from '../../../contract/console-archive.ts'
import type {
  DestinationList,
  LocalFolder,
  PlayAddress,
  RecordingDetail,
  RecordingList,
  TestView,
} from '../../../contract/console-archive.ts'
import { OptionError } from '../../../contract/errors.ts'
import { createArchiveDestinationRequest } from '../../../contract/live-api.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import { idOf } from './id-param.ts'
import type { ConsoleParts } from './ports.ts'
import { badRequest } from './session-routes.ts'
import { operatorOf } from './session.ts'
import type { SessionParts } from './session.ts'

const ARCHIVE = '/console/api/archive'
const RECORDINGS = '/console/api/recordings'

type ArchiveParts = SessionParts & Pick<ConsoleParts, 'recordings' | 'destinations'>

/** Where broadcasts are kept, and what was recorded. For operators, of their own system. */
export function archiveRoutes(server: FastifyInstance, parts: ArchiveParts): void {
  destinationRoutes(server, parts)
  recordingRoutes(server, parts)
}

function destinationRoutes(server: FastifyInstance, parts: ArchiveParts): void {
  const { destinations } = parts

  server.get(`${ARCHIVE}/destinations`, (request): DestinationList => {
    const { system } = operatorOf(request, parts)
    return destinations.views(system.id)
  })
  server.post(`${ARCHIVE}/tests`, (request, reply): TestView => {
    const { system } = operatorOf(request, parts)
    const values = validate(createArchiveDestinationRequest, jsonBody(request), badRequest)
    reply.code(202)
    return destinations.beginTest(system.id, values)
  })
  server.get(`${ARCHIVE}/tests/:id`, (request): TestView => {
    const { system } = operatorOf(request, parts)
    return known(destinations.test(system.id, idOf(request)))
  })
  server.get(`${ARCHIVE}/local-folder`, (request): LocalFolder => {
    operatorOf(request, parts)
    return destinations.localFolder()
  })
}

function recordingRoutes(server: FastifyInstance, parts: ArchiveParts): void {
  const { recordings } = parts

  server.get(RECORDINGS, (request): RecordingList => {
    const { system } = operatorOf(request, parts)
    return recordings.list(system.id, validate(recordingListQuery, request.query, badRequest))
  })
  server.get(`${RECORDINGS}/:id`, (request): RecordingDetail => {
    const { system } = operatorOf(request, parts)
    return known(recordings.find(system.id, idOf(request)))
  })
  server.post(`${RECORDINGS}/:id/retry`, (request) => {
    const { system } = operatorOf(request, parts)
    recordings.retry(system.id, idOf(request))
    return {}
  })
  server.post(`${RECORDINGS}/:id/play`, (request): Promise<PlayAddress> => {
    const { system } = operatorOf(request, parts)
    return recordings.play(system.id, idOf(request))
  })
  server.delete(`${RECORDINGS}/:id`, async (request) => {
    const { system } = operatorOf(request, parts)
    const options = validate(recordingDeleteQuery, request.query, badRequest)
    await recordings.delete(system.id, idOf(request), options)
    return {}
  })
}

/** @throws OptionError `NOT_FOUND` where there is none */
function known<View>(view: View | null): View {
  if (view === null) throw new OptionError('NOT_FOUND')
  return view
}
