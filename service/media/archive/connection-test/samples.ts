/** What a test stores: a marker, and an object that is large enough to be stored in parts. */
import { createHash, randomBytes } from 'node:crypto'
import type { ArchiveKind } from '../../../contract/archive.ts'
import type { Bytes } from '../../../contract/units.ts'
import { bytesSource } from '../../../provider/archive/byte-source.ts'
import { AZURE_PARTS, GS_PARTS, partBytes, S3_PARTS } from '../../../provider/archive/part-size.ts'
import type { PartLimits } from '../../../provider/archive/part-size.ts'
import type { StoredObject, UploadState } from '../../../provider/archive/provider.ts'

export interface Sample extends StoredObject {
  /** Of an upload in parts that was begun. */
  state: UploadState | null
}

const MARKER = 'Airdesk has tried whether recordings can be kept here. This file may be deleted.\n'
const LIMITS: Readonly<Record<ArchiveKind, PartLimits>> = {
  s3: S3_PARTS,
  gs: GS_PARTS,
  azblob: AZURE_PARTS,
  file: S3_PARTS,
}

export function markerSample(): Sample {
  return sample(`airdesk-test-${randomBytes(8).toString('hex')}.txt`, Buffer.from(MARKER))
}

/** The smallest object that takes two parts. */
export function partsSample(kind: ArchiveKind): Sample {
  const bytes: Bytes = partBytes(1, LIMITS[kind]) + 1
  return sample(`airdesk-test-${randomBytes(8).toString('hex')}.bin`, Buffer.alloc(bytes))
}

function sample(key: string, bytes: Buffer): Sample {
  const md5 = createHash('md5').update(bytes).digest('hex')
  const contentType = key.endsWith('.txt') ? 'text/plain' : 'application/octet-stream'
  return { key, body: bytesSource(bytes), md5, contentType, state: null }
}
