/** Our own stand-in for Google Cloud Storage, as a process that can be killed and started again. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Storage } from '@google-cloud/storage'
import type { GsCredential } from '../../../service/contract/archive.ts'
import type { GcsAccount } from './gcs-auth.ts'
import type { GcsSettings } from './gcs-server-process.ts'
import { startServerProcess } from './server-process.ts'

export interface GcsServer {
  readonly port: number
  /** The setting `gsEndpoint`. */
  readonly endpoint: string
  /** May do everything with objects. */
  readonly credential: GsCredential
  /** May create and read objects, but not replace them. */
  readonly keeper: GsCredential
  /** May create objects, but not list them. */
  readonly creator: GsCredential
  /** May do nothing. */
  readonly powerless: GsCredential
  /** By the vendor's SDK; null where there is none. */
  readBack(
    bucket: string,
    name: string,
  ): Promise<{ bytes: Buffer; contentType: string | null; cacheControl: string | null } | null>
  /** Names of all objects below a prefix, by the vendor's SDK. */
  listRaw(bucket: string, prefix: string): Promise<string[]>
  /** SIGKILL. What it has acknowledged is on disk; the tokens that it gave are forgotten. */
  kill(): Promise<void>
  /** Once more, with the same data and port. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

const OBJECTS = ['create', 'delete', 'get', 'list'].map((verb) => `storage.objects.${verb}`)

/** @param tokenSeconds how long a token lives */
export async function startGcsServer(buckets: readonly string[], tokenSeconds = 3600): Promise<GcsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-gcs-'))
  const accounts: GcsAccount[] = []
  const account = (name: string, permissions: readonly string[]) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const email = `${name}@airdesk-test.iam.gserviceaccount.com`
    accounts.push({ email, publicKey, permissions })
    return { type: 'service_account', client_email: email, private_key: privateKey } as const
  }
  const archiver = account('archiver', OBJECTS)
  const keeper = account('keeper', ['storage.objects.create', 'storage.objects.get'])
  const creator = account('creator', ['storage.objects.create'])
  const powerless = account('powerless', [])
  const settings: GcsSettings = { accounts, buckets, tokenSeconds }
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
  const program = fileURLToPath(new URL('gcs-server-process.ts', import.meta.url))
  const server = await startServerProcess((port) => [program, folder, String(port)], 'listens on')
  const { port } = server
  const endpoint = `http://127.0.0.1:${port}`
  const token_uri = `${endpoint}/token`
  const credential: GsCredential = { ...archiver, token_uri }
  return {
    port,
    endpoint,
    credential,
    keeper: { ...keeper, token_uri },
    creator: { ...creator, token_uri },
    powerless: { ...powerless, token_uri },
    async readBack(bucket, name) {
      const file = (await sdkOf(endpoint, credential)).bucket(bucket).file(name)
      if (!(await file.exists())[0]) return null
      const [bytes] = await file.download()
      const { contentType = null, cacheControl = null } = file.metadata
      return { bytes, contentType, cacheControl }
    },
    async listRaw(bucket, prefix) {
      const [files] = await (await sdkOf(endpoint, credential)).bucket(bucket).getFiles({ prefix })
      return files.map(({ name }) => name)
    },
    kill: () => server.kill(),
    start: () => server.start(),
    async stop() {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The vendor's SDK, which asks only Google itself for tokens: it is given one that is good for the moment. */
async function sdkOf(apiEndpoint: string, credential: GsCredential): Promise<Storage> {
  const token = await tokenOf(credential)
  const sdk = new Storage({ apiEndpoint, projectId: 'airdesk-test', retryOptions: { autoRetry: false } })
  sdk.interceptors.push({
    request(options) {
      options.headers = { ...options.headers, authorization: `Bearer ${token}` }
      return options as ReturnType<Storage['interceptors'][number]['request']>
    },
  })
  return sdk
}

/** Made without any code of the project, to check that against it. */
async function tokenOf({ client_email, private_key, token_uri }: GsCredential): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
  const claims = { iss: client_email, aud: token_uri, scope, iat, exp: iat + 60 }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'RS256' })}.${encode(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(signed), private_key).toString('base64url')
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${signed}.${signature}`,
  })
  const answer = (await (await fetch(token_uri, { method: 'POST', body })).json()) as { access_token: string }
  return answer.access_token
}
