/** The form of a new destination and the request it stands for. Pure. */
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { carried, problemsOf } from '../../../service/contract/refusal/carried.ts'
import { problem } from '../../../service/contract/refusal/rules.ts'
import type { Problem, RuleId } from '../../../service/contract/refusal/rules.ts'
import { createArchiveDestinationRequest } from '../../../service/contract/live-api.ts'
import type { DestinationRequest } from '../../api/destinations.ts'
import { folderUri, placeUri, readFolderUri, readPlaceUri } from '../../archive/bucket-uri.ts'
import type { Store } from './stores.ts'

export interface DestinationValues {
  readonly store: Store
  /** Or container. */
  readonly bucket: string
  readonly path: string
  readonly endPoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The JSON file of a service account, as it is. */
  readonly credential: string
  readonly account: string
  readonly accountKey: string
  /** As the operating system writes it. */
  readonly folder: string
}

export type FieldName = Exclude<keyof DestinationValues, 'store'>

export interface Field {
  readonly name: Exclude<FieldName, 'bucket' | 'path' | 'folder'>
  /** Its name in the API. */
  readonly member: string
  /** Secrets are sent as they are, spaces included. */
  readonly secret: boolean
}

const field = (name: Field['name'], member: string, secret = false): Field => ({ name, member, secret })
const S3_KEYS = [
  field('accessKeyId', 's3_access_key_id'),
  field('secretAccessKey', 's3_secret_access_key', true),
]

const ACCOUNT_KEY = field('accountKey', 'blob_key', true)

/** What each kind of store asks beyond `bucket_uri`; all of it is needed. */
export const FIELDS: Readonly<Record<Store, readonly Field[]>> = {
  s3: [field('region', 's3_region'), ...S3_KEYS],
  's3-compatible': [field('endPoint', 's3_end_point'), field('region', 's3_region'), ...S3_KEYS],
  gs: [field('credential', 'gs_credential_json', true)],
  azblob: [field('account', 'blob_account'), ACCOUNT_KEY],
  file: [],
}

/** Of these, what lets in and does not say where: a saved destination can be given others. */
export const CREDENTIALS: Readonly<Record<Store, readonly Field[]>> = {
  s3: S3_KEYS,
  's3-compatible': S3_KEYS,
  gs: FIELDS.gs,
  azblob: [ACCOUNT_KEY],
  file: [],
}

const EMPTY: DestinationValues = {
  ...{ store: 's3', bucket: '', path: '', endPoint: '', region: '', accessKeyId: '' },
  ...{ secretAccessKey: '', credential: '', account: '', accountKey: '', folder: '' },
}

/** @param localFolder `file:///…` that this computer offers; empty where it is not known */
export const initialValues = (localFolder = ''): DestinationValues => ({
  ...EMPTY,
  folder: readFolderUri(localFolder),
})

/** What a destination was made of, without its secrets. */
export function valuesOf({ kind, bucketUri, settings }: DestinationView): DestinationValues {
  if (kind === 'file') return { ...EMPTY, store: 'file', folder: readFolderUri(bucketUri) }
  const store = kind === 's3' && settings['s3_end_point'] !== undefined ? 's3-compatible' : kind
  const open = FIELDS[store].map(({ name, member }) => [name, settings[member] ?? ''])
  return { ...EMPTY, store, ...readPlaceUri(bucketUri), ...Object.fromEntries(open) } as DestinationValues
}

/** The address that bucket and path, or the folder, stand for. */
export function bucketUri({ store, bucket, path, folder }: DestinationValues): string {
  return store === 'file' ? folderUri(folder) : placeUri(scheme(store), bucket.trim(), path.trim())
}

const scheme = (store: Exclude<Store, 'file'>) => (store === 's3-compatible' ? 's3' : store)

/** The request that the form stands for; it may break rules. What is empty is left out. */
export const toRequest = (values: DestinationValues): DestinationRequest => ({
  bucket_uri: bucketUri(values),
  ...membersOf(values, FIELDS[values.store]),
})

/** The credentials that the form stands for, by member. */
export const toCredentials = (values: DestinationValues): Readonly<Record<string, string>> =>
  membersOf(values, CREDENTIALS[values.store])

function membersOf(values: DestinationValues, fields: readonly Field[]): Readonly<Record<string, string>> {
  const members = fields.map(({ name, member, secret }) => [
    member,
    secret ? values[name] : values[name].trim(),
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== '')) as Record<string, string>
}

/**
 * What can be told without the service: what is missing, and the lengths of the contract. The service
 * refuses the rest by member.
 */
export function problemsIn(values: DestinationValues): Problem[] {
  const request = toRequest(values)
  const missing = FIELDS[values.store]
    .map(({ member }) => member)
    .filter((member) => request[member] === undefined)
    .map((member) => problem(member, 'notEmpty'))
  const [place, text] =
    values.store === 'file' ? (['folder', values.folder] as const) : (['bucket', values.bucket] as const)
  const result = createArchiveDestinationRequest.safeParse(request)
  return [
    ...(text.trim() === '' ? [problem(place, 'notEmpty')] : []),
    ...missing,
    ...(result.error ? problemsOf(result.error) : []),
  ]
}

/** Those of problems that are of credentials; what else there is cannot be changed. */
export const ofCredentials = ({ store }: DestinationValues, problems: readonly Problem[]): Problem[] =>
  problems.filter(({ path }) => CREDENTIALS[store].some(({ member }) => member === path))

/** What a `bucket_uri` breaks before its path; the rest is of the path, where there is one. */
const OF_BUCKET: readonly RuleId[] = ['s3Bucket', 'gsBucket', 'container', 'noUser', 'placeUri']
const OF_PATH: readonly RuleId[] = ['noEmptyPart', 'noDots', 'pathBytes']

/** The field that a member of the request stands in. */
function fieldOf(values: DestinationValues, { path: member, rule }: Problem): string {
  if (member !== 'bucket_uri')
    return FIELDS[values.store].find((known) => known.member === member)?.name ?? member
  if (values.store === 'file') return 'folder'
  if (OF_BUCKET.includes(rule)) return 'bucket'
  return OF_PATH.includes(rule) || /[\p{Cc}\\?#]/u.test(values.path) ? 'path' : 'bucket'
}

/** Rules by field; the first rule of a field wins. */
export function byField(values: DestinationValues, problems: readonly Problem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, ...broken } of problems) {
    fields[fieldOf(values, { path, ...broken })] ??= carried(broken)
  }
  return fields
}

/** True for what was pasted with more than itself: most often a space or a line end. */
export const hasEdgeSpace = (secret: string): boolean => secret !== secret.trim()
