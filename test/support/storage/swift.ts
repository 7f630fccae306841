/** A real S3 server that checks signatures: OpenStack Swift with its S3 interface, on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findSwift } from '../../../scripts/lib/swift.mjs'

const CACHE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'airdesk')

/** Where there is none, why the tests that need one are skipped; undefined where there is. */
export const swiftMissing = findSwift() ? undefined : 'OpenStack Swift is not here (npm run setup -- --tests)'

/** Of every part but the last one, at least: S3 itself asks for 5 MiB. */
export const SWIFT_LEAST_PART = 256 * 1024

export interface SwiftUser {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface Swift {
  readonly port: number
  /** `http://127.0.0.1:…` */
  readonly endPoint: string
  readonly region: string
  /** Empty at first; the owner's. */
  readonly bucket: string
  readonly owner: SwiftUser
  /** Is known, and may do nothing. */
  readonly stranger: SwiftUser
  /** The vendor's own client, as the owner. */
  readonly client: S3Client
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** Takes about two seconds. @throws Error when there is none, or it does not start */
export async function startSwift(): Promise<Swift> {
  const found = findSwift()
  if (!found) throw new Error(swiftMissing)
  // Not below the system's folder for temporary files: that may have no extended attributes.
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'swift-data-'))
  const program = join(import.meta.dirname, 'swift-server.py')
  // It ends with its standard input, so that nothing is left of it when we are killed.
  const child = spawn(found.python, ['-W', 'ignore', program, folder], {
    env: { ...process.env, ...found.env, PYTHONDONTWRITEBYTECODE: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const line = once(createInterface(child.stdout), 'line')
    const first = (await Promise.race([line, ended.then(() => ['{}'])])) as [string]
    const { port } = JSON.parse(first[0]) as { port?: number }
    if (port === undefined) throw new Error('Swift ended instead of starting')
    return await withBucket(port, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function withBucket(port: number, stop: () => Promise<void>): Promise<Swift> {
  const endPoint = `http://127.0.0.1:${port}`
  const region = 'us-east-1'
  const bucket = 'archive'
  const owner = { accessKeyId: 'test:tester', secretAccessKey: 'of-the-owner-4711' }
  const client = new S3Client({ endpoint: endPoint, region, credentials: owner, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return {
    port,
    endPoint,
    region,
    bucket,
    owner,
    stranger: { accessKeyId: 'test:viewer', secretAccessKey: 'of-the-stranger-0815' },
    client,
    async stop() {
      client.destroy()
      await stop()
    },
  }
}
