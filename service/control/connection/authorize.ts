import type { ControlRequests } from '../../contract/worker-protocol.ts'

/** One run of the ingest process; what it asked is pointless once it has ended. */
export interface IngestRun {
  readonly alive: boolean
}

/** Decides about a publisher. */
export type Authorize = (
  request: ControlRequests['publish.authorize'][0],
  run: IngestRun,
) => Promise<ControlRequests['publish.authorize'][1]>
