/** The four kinds of stores as somebody has them whose broadcasts are archived there, read by others' programs. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GetObjectCommand, HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { AZURITE_ACCOUNT, AZURITE_KEY, startAzurite } from './azurite.ts'
import { startGcsServer } from './gcs-server.ts'
import { startSwift, swiftMissing } from './swift.ts'

export interface ArchiveTarget {
  readonly scheme: 's3' | 'gs' | 'azblob' | 'file'
  /** What CreateArchiveDestination is asked. */
  readonly request: Readonly<Record<string, string>>
  /** What the service has to be started with. */
  readonly args: readonly string[]
  /** What must be shown nowhere. */
  readonly secrets: readonly string[]
  /** Keys of all that is there, below the destination's path. */
  list(): Promise<string[]>
  read(key: string): Promise<Buffer>
  /** What viewers and caches are told of an object; null where there are no headers. */
  headers(key: string): Promise<ObjectHeaders | null>
  stop(): Promise<void>
}

export interface ObjectHeaders {
  readonly contentType: string | null
  readonly cacheControl: string | null
}

/** A server that can be killed by SIGKILL and started again with the data it has. */
export interface KillableTarget extends ArchiveTarget {
  kill(): Promise<void>
  start(): Promise<void>
}

/** What is in it can be read by everybody, as a CDN reads an open store. */
export interface OpenTarget extends KillableTarget {
  /** Where the destination's path is, without a slash at its end. */
  readonly publicUrl: string
}

const PATH = 'shows/2026'

export async function folderTarget(): Promise<ArchiveTarget> {
  const root = await mkdtemp(join(tmpdir(), 'airdesk-archive-'))
  const folder = join(root, PATH)
  return {
    scheme: 'file',
    request: { bucket_uri: pathToFileURL(folder).href },
    args: ['--recordings-dir', root],
    secrets: [],
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    },
    read: (key) => readFile(join(folder, key)),
    headers: () => Promise.resolve(null),
    stop: () => rm(root, { recursive: true, force: true }),
  }
}

export async function azblobTarget(): Promise<OpenTarget> {
  const azurite = await startAzurite()
  await azurite.makeContainer('archive')
  await azurite.openContainer('archive')
  return {
    scheme: 'azblob',
    publicUrl: `${azurite.endpoint}/${AZURITE_ACCOUNT}/archive/${PATH}`,
    request: {
      bucket_uri: `azblob://archive/${PATH}`,
      blob_account: AZURITE_ACCOUNT,
      blob_key: AZURITE_KEY,
    },
    args: ['--azblob-endpoint', azurite.endpoint],
    secrets: [AZURITE_KEY],
    async list() {
      const names = await azurite.listRaw('archive', `${PATH}/`)
      return names.map((name) => name.slice(PATH.length + 1))
    },
    async read(key) {
      const found = await azurite.readBack('archive', `${PATH}/${key}`)
      if (!found) throw new Error(`${key} is not there`)
      return found.bytes
    },
    headers: (key) => azurite.readBack('archive', `${PATH}/${key}`),
    kill: () => azurite.kill(),
    start: () => azurite.start(),
    stop: () => azurite.stop(),
  }
}

export async function gsTarget(): Promise<KillableTarget> {
  const gcs = await startGcsServer(['archive'])
  return {
    scheme: 'gs',
    request: { bucket_uri: `gs://archive/${PATH}`, gs_credential_json: JSON.stringify(gcs.credential) },
    args: ['--gs-endpoint', gcs.endpoint],
    secrets: gcs.credential.private_key.split('\n').slice(1, 4),
    async list() {
      const names = await gcs.listRaw('archive', `${PATH}/`)
      return names.map((name) => name.slice(PATH.length + 1))
    },
    async read(key) {
      const found = await gcs.readBack('archive', `${PATH}/${key}`)
      if (!found) throw new Error(`${key} is not there`)
      return found.bytes
    },
    headers: (key) => gcs.readBack('archive', `${PATH}/${key}`),
    kill: () => gcs.kill(),
    start: () => gcs.start(),
    stop: () => gcs.stop(),
  }
}

export async function s3Target(): Promise<KillableTarget> {
  const { endPoint, region, bucket, owner, client, ...swift } = await startSwift()
  return {
    scheme: 's3',
    request: {
      bucket_uri: `s3://${bucket}/${PATH}/`,
      s3_end_point: endPoint,
      s3_region: region,
      s3_access_key_id: owner.accessKeyId,
      s3_secret_access_key: owner.secretAccessKey,
    },
    args: [],
    secrets: [`"${owner.secretAccessKey}"`],
    async list() {
      const names: string[] = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${PATH}/` })) {
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(PATH.length + 1)))
      }
      return names
    },
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${PATH}/${key}` }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    async headers(key) {
      const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: `${PATH}/${key}` }))
      return { contentType: found.ContentType ?? null, cacheControl: found.CacheControl ?? null }
    },
    kill: () => swift.kill(),
    start: () => swift.revive(),
    stop: () => swift.stop(),
  }
}

/** S3, which most use, or another where this machine has none. */
export const oneTarget = (): Promise<ArchiveTarget> =>
  swiftMissing === undefined ? s3Target() : azblobTarget()

/** All that can be had on this machine; says what cannot. */
export async function archiveTargets(): Promise<readonly ArchiveTarget[]> {
  const targets = [folderTarget(), azblobTarget(), gsTarget()]
  if (swiftMissing === undefined) targets.push(s3Target())
  else console.log(`Not archived to S3: ${swiftMissing}`)
  return Promise.all(targets)
}
