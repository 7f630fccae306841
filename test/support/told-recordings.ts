import type { RecordedConnection, RecordingBook } from '../../service/control/archive/ports.ts'
import type { RecordingId } from '../../service/contract/ids.ts'

/** A book that plans recordings as it is asked to, writes nothing and keeps what it was told. */
export interface ToldRecordings extends RecordingBook {
  readonly begun: RecordedConnection[]
  /** Name of the call and its arguments, of every other call. */
  readonly told: unknown[][]
}

export function toldRecordings(): ToldRecordings {
  const begun: RecordedConnection[] = []
  const told: unknown[][] = []
  const tell =
    (name: string) =>
    (...args: unknown[]) =>
      void told.push([name, ...args])
  return {
    begun,
    told,
    begin(connection) {
      begun.push(connection)
      return connection.renditions.flatMap(({ archive }, rendition) => {
        const recordingId = `${connection.connectionId}-${rendition}` as RecordingId
        return archive ? { recordingId, rendition, folder: `/spool/${recordingId}` } : []
      })
    },
    fileRecorded: tell('fileRecorded'),
    mediaLost: tell('mediaLost'),
    ended: tell('ended'),
    writerGone: tell('writerGone'),
    connectionOver: tell('connectionOver'),
  }
}
