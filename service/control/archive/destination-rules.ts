/** Which members of a request go with which kind of store, and what is asked of each. */
import { z } from 'zod'
import { LiveError } from '../../contract/errors.ts'
import type { MemberProblem } from '../../contract/errors.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import { BucketUriFault, kindOf, parseFolderUri, parseStoreUri } from './bucket-uri.ts'
import type {
  ArchiveDestination,
  ArchiveKind,
  AzureBlobDestination,
  FolderDestination,
  GsDestination,
  S3Destination,
  StoreKind,
} from '../../contract/archive.ts'
import { isOwnFolder } from './data-folder.ts'
import { gsCredential } from './gs-credential.ts'

/** Reading is checking: what is wrong throws BucketUriFault. */
const uriBy = <T>(read: (uri: string) => T) =>
  z.string().transform((uri, context) => {
    try {
      return read(uri)
    } catch (error) {
      if (!(error instanceof BucketUriFault)) throw error
      context.addIssue(error.message)
      return z.NEVER
    }
  })
const storeUri = (kind: StoreKind) => uriBy((uri) => parseStoreUri(kind, uri))
/** The contract has seen to it that what is no string is missing. */
const needed = (kind: ArchiveKind) => z.string({ error: `is required for ${kind}://` })

const s3 = z
  .strictObject({
    bucket_uri: storeUri('s3'),
    s3_end_point: z
      .string()
      .refine(isEndPoint, 'must be an http or https URL without user name, password, query and fragment')
      .optional(),
    s3_region: needed('s3').regex(
      /^[\w.-]+$/,
      'must have letters, digits, dots, hyphens and underscores only',
    ),
    // It stands in a header, before a slash (AWS Signature Version 4).
    s3_access_key_id: needed('s3').regex(
      /^[!-+\-.0-~]+$/,
      'must be printable ASCII without spaces, commas and slashes',
    ),
    s3_secret_access_key: needed('s3').regex(/^\P{Cc}+$/u, 'must not have control characters'),
  })
  .transform((members): S3Destination => ({
    kind: 's3',
    bucket: members.bucket_uri.name,
    path: members.bucket_uri.path,
    endPoint: members.s3_end_point ?? null,
    region: members.s3_region,
    accessKeyId: members.s3_access_key_id,
    secretAccessKey: members.s3_secret_access_key,
  }))

const gs = z
  .strictObject({ bucket_uri: storeUri('gs'), gs_credential_json: needed('gs').pipe(gsCredential) })
  .transform(({ bucket_uri: { name, path }, gs_credential_json: credential }): GsDestination => ({
    kind: 'gs',
    bucket: name,
    path,
    credential,
  }))

const azblob = z
  .strictObject({
    bucket_uri: storeUri('azblob'),
    blob_account: needed('azblob').regex(
      /^[a-z0-9]{3,24}$/,
      'must have 3 to 24 lower-case letters and digits',
    ),
    blob_key: needed('azblob').pipe(z.base64({ error: 'must be base64' })),
  })
  .transform(({ bucket_uri: { name, path }, blob_account, blob_key }): AzureBlobDestination => ({
    kind: 'azblob',
    container: name,
    path,
    account: blob_account,
    key: blob_key,
  }))

const file = z
  .strictObject({ bucket_uri: uriBy((uri) => parseFolderUri(uri)) })
  .transform(({ bucket_uri: folder }): FolderDestination => ({ kind: 'file', folder }))

const BY_KIND: Readonly<Record<ArchiveKind, z.ZodType<ArchiveDestination>>> = { s3, gs, azblob, file }

/**
 * The destination that a request describes.
 * @throws LiveError `InvalidJSON` naming each member that is missing, out of place or against its rule; it
 *   never repeats a value, which may be secret
 */
export function archiveDestination(request: ArchiveDestinationRequest): ArchiveDestination {
  const scheme = uriBy(kindOf).safeParse(request.bucket_uri)
  if (!scheme.success)
    throw refusal(scheme.error.issues.map(({ message }) => ({ member: 'bucket_uri', rule: message })))
  const kind = scheme.data
  const result = BY_KIND[kind].safeParse(request)
  if (result.success) return result.data
  throw refusal(result.error.issues.flatMap((issue) => problemsOf(issue, kind)))
}

/**
 * A destination that is about to be made or tried: as above, and not where the service keeps its own.
 * @throws LiveError `InvalidJSON`
 */
export function newArchiveDestination(
  request: ArchiveDestinationRequest,
  dataDir: string,
): ArchiveDestination {
  const destination = archiveDestination(request)
  if (destination.kind === 'file' && isOwnFolder(dataDir, destination.folder)) {
    const rule = 'must not name a folder of the service itself; archive in its data folder may be used'
    throw refusal([{ member: 'bucket_uri', rule }])
  }
  return destination
}

function problemsOf(issue: z.core.$ZodIssue, kind: ArchiveKind): MemberProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((member) => ({ member, rule: `must not be given for ${kind}://` }))
  }
  return [{ member: String(issue.path[0]), rule: issue.message }]
}

/** One rule for each member, the first that it breaks. */
function refusal(problems: readonly MemberProblem[]): LiveError {
  const byMember = Map.groupBy(problems, ({ member }) => member)
  return new LiveError(
    'InvalidJSON',
    [...byMember.values()].flatMap(([first]) => first ?? []),
  )
}

function isEndPoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || /[?#\s]/.test(text)) return false
  return url.hostname !== '' && url.username === '' && url.password === ''
}
