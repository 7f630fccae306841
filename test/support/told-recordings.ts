import type { RecordedConnection, RecordingBook } from '../../service/control/archive/recorded-connection.ts'
import type { ConnectionId, RecordingId } from '../../service/contract/ids.ts'

/** A book that plans recordings as it is asked to, writes nothing and keeps what it was told. */
export interface ToldRecordings extends Pick<RecordingBook, 'begin' | 'connectionOver'> {
  readonly begun: RecordedConnection[]
  /** Connections that are over. */
  readonly over: ConnectionId[]
}

export function toldRecordings(): ToldRecordings {
  const begun: RecordedConnection[] = []
  const over: ConnectionId[] = []
  return {
    begun,
    over,
    begin(connection) {
      begun.push(connection)
      return connection.renditions.flatMap(({ archive }, rendition) => {
        const recordingId = `${connection.connectionId}-${rendition}` as RecordingId
        return archive ? { recordingId, rendition, folder: `/spool/${recordingId}` } : []
      })
    },
    connectionOver: (connectionId) => void over.push(connectionId),
  }
}
