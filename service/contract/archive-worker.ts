/**
 * Messages between control and the archive process, which makes movies of recordings, uploads them, reads
 * them back and tests destinations. Control decides what is uploaded and when, and remembers how far it has
 * come; bytes of recordings never travel here.
 */
import type { ArchiveDestination, LostMedia, RecordedFile, SealedRecording, UploadState } from './archive.ts'
import type { TestReport, TestStep } from './console/destinations.ts'
import type { PublishOrder, PublishPlace, PublishReport } from './publishing.ts'
import type { StoreFault } from './store-fault.ts'
import type { Bytes } from './units.ts'

/** What the spool has of a recording. */
export interface SpoolContents {
  /** Initialization segments and segments, in order. */
  readonly files: readonly RecordedFile[]
  /** Who wrote it said that nothing follows. */
  readonly ended: boolean
  /** Process that writes it, or wrote it. */
  readonly writerPid: number
  readonly lost: LostMedia
}

/** Whose a store is and for whom it is asked, as far as it is known: faults on purpose go by it. */
export interface StoreSubject {
  readonly systemId?: string
  readonly destinationId?: string
  readonly channelId?: string
}

/** A store fault instead of an answer travels as such: whoever asked has to tell faults apart. */
export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: StoreFault }

/** Requests that control sends to the archive process: name → [request, reply]. */
export interface ArchiveRequests {
  /** First message. */
  start: [
    {
      version: number
      /** Of an emulator or a sovereign cloud; null for the public service. */
      azblobEndpoint: string | null
      gsEndpoint: string | null
      /** Where recordings are played from, loopback. */
      player: { host: string; port: number }
      /** Origins of pages that may play, asked for by browsers (CORS). */
      origins: string[]
      /** TCP ports that this service itself listens at. */
      ownPorts: readonly number[]
    },
    { playerPort: number },
  ]
  /** A folder that is not there, or has no index, has no files and has ended; faults as below. */
  'spool.read': [{ folder: string }, Answered<SpoolContents>]
  /**
   * Makes the playlist and the movie of what the spool has; made before, they are made again. The fault is
   * `full` where there was no room for them, `local` where the spool cannot be read.
   */
  'recording.seal': [{ folder: string }, Answered<SealedRecording>]
  /** Removes the folder and everything in it. */
  'spool.remove': [{ folder: string }, Record<string, never>]
  /** Replies when the store has it and it was verified. */
  'file.upload': [
    {
      /** Names the upload in `upload.progress` and `upload.cancel`. */
      id: number
      folder: string
      file: RecordedFile
      destination: ArchiveDestination
      /** Name of the object below the destination's own path. */
      key: string
      resume: UploadState | null
      of?: StoreSubject
    },
    Answered<Record<string, never>>,
  ]
  /** What the store has of it stays for the next attempt. */
  'upload.cancel': [{ id: number }, Record<string, never>]
  /** Deletes everything whose key begins with `prefix`, which ends with a slash. */
  'objects.delete': [
    {
      destination: ArchiveDestination
      prefix: string
      /** Uploads in parts that will never be finished; the store forgets their parts. */
      unfinished?: readonly { readonly key: string; readonly state: UploadState }[]
      of?: StoreSubject
    },
    Answered<{ deleted: number }>,
  ]
  /** Tries a destination step by step; each step is told by `test.step` when it is done. */
  'destination.test': [{ id: string; destination: ArchiveDestination; of?: StoreSubject }, TestReport]
  /** An address that serves one file of a recording, with ranges, for some hours. */
  'player.open': [
    (
      | { from: 'spool'; folder: string; file: RecordedFile }
      | {
          from: 'store'
          destination: ArchiveDestination
          key: string
          file: RecordedFile
          of?: StoreSubject
        }
    ),
    { url: string },
  ]
  /** Live playlists and segments that go to stores from now on, all of them. */
  'publish.set': [PublishOrder, Record<string, never>]
  stop: [Record<string, never>, Record<string, never>]
}

/** Notifications of the archive process: name → body. */
export interface ArchiveNotifications {
  /** At most a few times a second for each upload. */
  'upload.progress': {
    id: number
    /** Given to the network since the upload's request, also what had to be given again. */
    sentBytes: Bytes
    /** Null for an object that is stored in one piece. */
    state: UploadState | null
  }
  'test.step': { id: string; step: TestStep }
  /** When it changes; numbers alone at most once a second. */
  'publish.report': PublishReport
  /** Nothing of the place is left that is to go, and nothing is to come. */
  'publish.done': PublishPlace
}
