/** Which members of a request go with which kind of store, and the rule of each. */
import { z } from 'zod'
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
import type { OutgoingReach } from '../../contract/outgoing.ts'
import { badRequest } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import { breaks, carried, ruleOf } from '../../contract/refusal/carried.ts'
import type { Problem } from '../../contract/refusal/rules.ts'
import { gsCredential } from './gs-credential.ts'

/** A folder as a request names it; whether it may be used is not said yet. */
export type FolderPlace = Pick<FolderDestination, 'kind' | 'folder'>
/** A destination as a request describes it. */
export type WrittenDestination = Exclude<ArchiveDestination, FolderDestination> | FolderPlace

/** Without how far it reaches, which is its system's. */
type Described<T> = Omit<T, 'reach'>
type DescribedDestination =
  | Described<S3Destination>
  | Described<GsDestination>
  | Described<AzureBlobDestination>
  | FolderPlace

/** Reading is checking: what is wrong throws BucketUriFault. */
const uriBy = <T>(read: (uri: string) => T) =>
  z.string().transform((uri, context) => {
    try {
      return read(uri)
    } catch (error) {
      if (!(error instanceof BucketUriFault)) throw error
      context.addIssue(carried(error.broken))
      return z.NEVER
    }
  })
const storeUri = (kind: StoreKind) => uriBy((uri) => parseStoreUri(kind, uri))
/** The contract has seen to it that what is no string is missing. */
const needed = (kind: ArchiveKind) => z.string({ error: breaks('neededFor', { kind }) })

const s3 = z
  .strictObject({
    bucket_uri: storeUri('s3'),
    s3_end_point: z.string().transform(withScheme).refine(isEndPoint, breaks('endPoint')).optional(),
    s3_region: needed('s3').regex(/^[\w.-]+$/, breaks('region')),
    // It stands in a header, before a slash (AWS Signature Version 4).
    s3_access_key_id: needed('s3').regex(/^[!-+\-.0-~]+$/, breaks('keyId')),
    s3_secret_access_key: needed('s3').regex(/^\P{Cc}+$/u, breaks('secretControls')),
  })
  .transform((members): Described<S3Destination> => ({
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
  .transform(({ bucket_uri: { name, path }, gs_credential_json: credential }): Described<GsDestination> => ({
    kind: 'gs',
    bucket: name,
    path,
    credential,
  }))

const azblob = z
  .strictObject({
    bucket_uri: storeUri('azblob'),
    blob_account: needed('azblob').regex(/^[a-z0-9]{3,24}$/, breaks('account')),
    blob_key: needed('azblob').pipe(z.base64({ error: breaks('base64') })),
  })
  .transform(({ bucket_uri: { name, path }, blob_account, blob_key }): Described<AzureBlobDestination> => ({
    kind: 'azblob',
    container: name,
    path,
    account: blob_account,
    key: blob_key,
  }))

const file = z
  .strictObject({ bucket_uri: uriBy((uri) => parseFolderUri(uri)) })
  .transform(({ bucket_uri: folder }): FolderPlace => ({ kind: 'file', folder }))

const BY_KIND: Readonly<Record<ArchiveKind, z.ZodType<DescribedDestination>>> = { s3, gs, azblob, file }

/** Typed clients fill every member: what is empty is not given. */
export function givenMembers(request: ArchiveDestinationRequest): ArchiveDestinationRequest {
  const given = Object.entries(request).filter(([, text]) => text !== '')
  return Object.fromEntries(given) as ArchiveDestinationRequest
}

/**
 * The destination that a request describes.
 * @throws Refusal `BAD_REQUEST` naming each member that is missing, out of place or against its rule; it
 *   never repeats a value, which may be secret
 */
export function archiveDestination(
  request: ArchiveDestinationRequest,
  reach: OutgoingReach,
): WrittenDestination {
  const given = givenMembers(request)
  const scheme = uriBy(kindOf).safeParse(given.bucket_uri)
  if (!scheme.success)
    throw badRequest(...scheme.error.issues.map((issue) => ({ path: 'bucket_uri', ...ruleOf(issue) })))
  const kind = scheme.data
  const result = BY_KIND[kind].safeParse(given)
  if (result.success) return result.data.kind === 'file' ? result.data : { ...result.data, reach }
  throw badRequest(...firstOfEach(result.error.issues.flatMap((issue) => problemsOf(issue, kind))))
}

function problemsOf(issue: z.core.$ZodIssue, kind: ArchiveKind): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((member) => problem(member, 'notFor', { kind }))
  }
  return [{ path: String(issue.path[0]), ...ruleOf(issue) }]
}

/** One rule for each member, the first that it breaks. */
function firstOfEach(problems: readonly Problem[]): Problem[] {
  const byPath = Map.groupBy(problems, ({ path }) => path)
  return [...byPath.values()].flatMap(([first]) => first ?? [])
}

/** The hosted service names end points by their host alone. */
function withScheme(text: string): string {
  return text.includes('://') ? text : `https://${text}`
}

function isEndPoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || /[?#\s]/.test(text)) return false
  return url.username === '' && url.password === ''
}
