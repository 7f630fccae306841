/** Azurite, Microsoft's own emulator of Azure Blob Storage, as a process that can be killed and started again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import { startServerProcess } from './server-process.ts'

/** The account that every Azurite has; its key is public. */
export const AZURITE_ACCOUNT = 'devstoreaccount1'
export const AZURITE_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

export interface Azurite {
  readonly port: number
  /** Without the account: the setting `azblobEndpoint`. */
  readonly endpoint: string
  makeContainer(name: string): Promise<void>
  /** Lets everybody load what is in it, at `<endpoint>/<account>/<container>/<name>`. */
  openContainer(name: string): Promise<void>
  /** By the vendor's SDK; null where there is none. */
  readBack(
    container: string,
    name: string,
  ): Promise<{ bytes: Buffer; contentType: string | null; cacheControl: string | null } | null>
  /** Names of all blobs below a prefix, also those with blocks that were never committed. */
  listRaw(container: string, prefix: string): Promise<string[]>
  /** SIGKILL. What it has acknowledged is on disk. */
  kill(): Promise<void>
  /** Once more, with the same data and port. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

export async function startAzurite(): Promise<Azurite> {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-azurite-'))
  const server = await startServerProcess(
    (port) => [
      ...['--import', new URL('azurite-durable.ts', import.meta.url).href, program()],
      ...['--blobHost', '127.0.0.1', '--blobPort', String(port), '--location', folder],
      ...['--skipApiVersionCheck', '--disableTelemetry', '--silent'],
    ],
    'successfully listens on',
  )
  const { port } = server
  const endpoint = `http://127.0.0.1:${port}`
  const service = new BlobServiceClient(
    `${endpoint}/${AZURITE_ACCOUNT}`,
    new StorageSharedKeyCredential(AZURITE_ACCOUNT, AZURITE_KEY),
    { retryOptions: { maxTries: 1 }, keepAliveOptions: { enable: false } },
  )
  return {
    port,
    endpoint,
    async makeContainer(name) {
      await service.createContainer(name)
    },
    async openContainer(name) {
      await service.getContainerClient(name).setAccessPolicy('blob')
    },
    async readBack(container, name) {
      const blob = service.getContainerClient(container).getBlobClient(name)
      if (!(await blob.exists())) return null
      const { contentType = null, cacheControl = null } = await blob.getProperties()
      return { bytes: await blob.downloadToBuffer(), contentType, cacheControl }
    },
    async listRaw(container, prefix) {
      const blobs = service
        .getContainerClient(container)
        .listBlobsFlat({ prefix, includeUncommitedBlobs: true })
      const names: string[] = []
      for await (const { name } of blobs) names.push(name)
      return names
    },
    start: () => server.start(),
    kill: () => server.kill(),
    async stop() {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function program(): string {
  const { resolve } = createRequire(import.meta.url)
  return join(dirname(resolve('azurite/package.json')), 'dist/src/blob/main.js')
}
