/**
 * Archives: where broadcasts are kept, and what a recording is made of. A recording is one rendition of
 * one connection; its files lie in a folder of this machine (the spool) until the store has them.
 */
import type { RecordingId } from './ids.ts'
import type { OutgoingReach } from './outgoing.ts'
import type { Bytes, EpochMilliseconds, Seconds } from './units.ts'

/** Where archives of broadcasts are kept: an object store, or a folder of this machine. */
export type ArchiveDestination = S3Destination | GsDestination | AzureBlobDestination | FolderDestination

export type ArchiveKind = ArchiveDestination['kind']
/** The kinds of object stores. */
export type StoreKind = Exclude<ArchiveKind, 'file'>

export interface S3Destination {
  readonly kind: 's3'
  /** How far its system may reach, when it was opened. */
  readonly reach: OutgoingReach
  readonly bucket: string
  /** Without slashes at its ends; empty for the bucket itself. */
  readonly path: string
  /** Null for S3 itself. */
  readonly endPoint: string | null
  readonly region: string
  readonly accessKeyId: string
  /** Secret. */
  readonly secretAccessKey: string
}

export interface GsDestination {
  readonly kind: 'gs'
  readonly reach: OutgoingReach
  readonly bucket: string
  /** Without slashes at its ends; empty for the bucket itself. */
  readonly path: string
  readonly credential: GsCredential
}

/** What the JSON file of a service account holds, as far as it is needed. */
export interface GsCredential {
  readonly type: string
  readonly client_email: string
  /** PEM. Secret. */
  readonly private_key: string
  /** http or https. */
  readonly token_uri: string
}

export interface AzureBlobDestination {
  readonly kind: 'azblob'
  readonly reach: OutgoingReach
  readonly container: string
  /** Without slashes at its ends; empty for the container itself. */
  readonly path: string
  readonly account: string
  /** Base64. Secret. */
  readonly key: string
}

export interface FolderDestination {
  readonly kind: 'file'
  /** Absolute, as the operating system writes it. */
  readonly folder: string
  /** The allowed folder that it is, or is below: from there on no link is followed. */
  readonly root: string
  /** Whether the root is made where it is missing. An operator's may be on a disk or share that is away. */
  readonly makesRoot: boolean
  /** Folders that are never entered: the service's own. */
  readonly never: readonly string[]
}

/** What the ingest process is to record of one rendition. */
export interface RecordingPlan {
  readonly recordingId: RecordingId
  /** Index of the rendition in its channel. */
  readonly rendition: number
  /** The recording's own folder in the spool, absolute; made by who writes the first file. */
  readonly folder: string
}

export const RECORDED_FILE_KINDS = ['init', 'segment', 'playlist', 'movie'] as const
/** `movie`: the whole recording as one MP4. */
export type RecordedFileKind = (typeof RECORDED_FILE_KINDS)[number]

/** One object that a recording becomes in a store. */
export interface RecordedFile {
  readonly kind: RecordedFileKind
  /** Name of the object below the recording's own path, without slashes. */
  readonly name: string
  readonly bytes: Bytes
  /** 32 hexadecimal digits, lower case. */
  readonly md5: string
  /** Where a segment begins in the spool's file of all segments; 0 for the other kinds. */
  readonly offset: Bytes
  /** Of a segment, and of the movie; 0 for the other kinds. */
  readonly durationSeconds: Seconds
}

/** The movie of a recording, in its folder and in the store. */
export const MOVIE_NAME = 'recording.mp4'

/** What recordings leave free on the disk, for the live stream and the database. */
export const SPOOL_RESERVE_BYTES: Bytes = 1024 ** 3

/** What could not be recorded, because the disk was full or too slow. */
export interface LostMedia {
  readonly segments: number
  readonly seconds: Seconds
}

/** What is known of a recording when all of it is on disk. */
export interface SealedRecording {
  /** The playlist and the movie. */
  readonly files: readonly RecordedFile[]
  readonly durationSeconds: Seconds
  readonly videoFrames: number
  /** Wall clock time of the first frame. */
  readonly startedAt: EpochMilliseconds
}

/**
 * How far an upload in parts has come: made by a provider, kept for it as JSON, and given back to it to go
 * on after a restart. It holds no secret that opens anything but this upload.
 */
export interface UploadState {
  readonly uploadId: string
  /** Bytes of every part but the last one. */
  readonly partBytes: Bytes
  /** What the store has answered for each part, in order (S3 entity tags, Azure block ids); empty strings where it answers nothing. */
  readonly parts: readonly string[]
}
