/** What every store of archives can do, so that nobody else needs to know which one it is. */
import type { Readable } from 'node:stream'
import type { UploadState } from '../../contract/archive.ts'
import type { OutgoingReach, OutgoingRules } from '../../contract/outgoing.ts'
import type { Bytes } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PartLimits } from './part-size.ts'

export type { UploadState }

/** Bytes that can be read more than once and from anywhere: a file, a part of one, several behind each other. */
export interface ByteSource {
  readonly size: Bytes
  /**
   * @param start of the first byte
   * @param length at most what is left from there
   * @throws Error of the file system, or when the source is shorter than it said
   */
  read(start: Bytes, length: Bytes): Promise<Uint8Array>
}

/** What is to be stored, with what it must be once it is there. */
export interface StoredObject {
  /** Below the destination's own path, with `/` between its parts. */
  readonly key: string
  readonly body: ByteSource
  /** 32 hexadecimal digits, of the whole body. */
  readonly md5: string
  readonly contentType: string
  /** What caches between the store and viewers may do with it (RFC 9111 5.2); stores that know no headers leave it out. */
  readonly cacheControl?: string
  /** In a folder: not for this user alone, but for everybody who gets as far as there, such as a web server. */
  readonly forEverybody?: boolean
}

export interface PutOptions {
  readonly signal: AbortSignal
  /** Of an earlier attempt; null to begin. One that the store has forgotten is begun anew. */
  readonly resume: UploadState | null
  /** A part has been stored, or an upload in parts was begun. */
  onState(state: UploadState): void
  /** Bytes of the body that were just given to the network (or written), also those of a part that fails. */
  onSent(bytes: Bytes): void
}

export interface ObjectFacts {
  readonly key: string
  readonly size: Bytes
  /** 32 hexadecimal digits; null where the store does not say. */
  readonly md5: string | null
}

/**
 * One destination, opened. Every method rejects with StoreError only (and with the signal's reason when it
 * was aborted), and none holds more than one part of a body in memory.
 */
export interface ArchiveStore {
  /**
   * Stores the object, replacing one of that name, as a whole or not at all; resolves when the store has
   * it and what it has was verified by size and digest.
   * @throws StoreError `damaged` when the store has other bytes than were sent
   */
  put(object: StoredObject, options: PutOptions): Promise<ObjectFacts>
  /** Null where there is none. */
  stat(key: string, signal: AbortSignal): Promise<ObjectFacts | null>
  /**
   * @param end of the last byte, included
   * @throws StoreError `not-found`
   */
  read(
    key: string,
    range: { readonly start: Bytes; readonly end: Bytes },
    signal: AbortSignal,
  ): Promise<Readable>
  /** Everything whose key begins with `prefix`, page by page. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<ObjectFacts>
  /** An object that is not there is deleted. */
  delete(key: string, signal: AbortSignal): Promise<void>
  /** Gives up an upload in parts, so that the store forgets the parts it has. */
  abort(key: string, state: UploadState, signal: AbortSignal): Promise<void>
  /**
   * What tells more than the put of an object when something is wrong: asks for the bucket with a request
   * whose answer has a body. @throws StoreError
   */
  probe(signal: AbortSignal): Promise<StoreProbe>
  /** Ends connections that are kept open. */
  close(): void
}

export interface StoreProbe {
  /** How far the store's clock is ahead of this one, milliseconds; null where it does not say. */
  readonly clockSkewMs: number | null
  /** False where credentials were accepted but listing is not allowed: storing may still be. */
  readonly mayList: boolean
}

export interface StoreSettings {
  /** Of an emulator or a sovereign cloud; null for the public service. */
  readonly azblobEndpoint: string | null
  readonly gsEndpoint: string | null
  /** An answer, or a byte of one, must come within this many milliseconds. */
  readonly stallMs: number
  /** TCP ports that this service itself listens at; asked for each connection. */
  readonly ownPorts: () => readonly number[]
}

/** What tests set; each has a default of the store. */
export interface StoreTuning {
  readonly clock?: Clock
  readonly parts?: PartLimits
  /** Objects on a page of `list`. */
  readonly pageSize?: number
}

/** Where connections of a destination may go. */
export function rulesOf(
  { reach }: { readonly reach: OutgoingReach },
  { ownPorts }: Pick<StoreSettings, 'ownPorts'>,
): OutgoingRules {
  return { reach, ownPorts: ownPorts(), openPorts: [] }
}

/** Whether an address is at an endpoint that the operator has named by an option. @param endpoint null for none */
export function isOfOperator(url: string, endpoint: string | null): boolean {
  return endpoint !== null && new URL(url).origin === new URL(endpoint).origin
}
