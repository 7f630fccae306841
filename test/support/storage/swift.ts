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
  /** As `kill -9` does. */
  kill(): Promise<void>
  /** Starts it again where it was, with what it had stored. */
  revive(): Promise<void>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

const REGION = 'us-east-1'
const BUCKET = 'archive'
const OWNER: SwiftUser = { accessKeyId: 'test:tester', secretAccessKey: 'of-the-owner-4711' }
const STRANGER: SwiftUser = { accessKeyId: 'test:viewer', secretAccessKey: 'of-the-stranger-0815' }

/** Takes about two seconds. @throws Error when there is none, or it does not start */
export async function startSwift(): Promise<Swift> {
  // Not below the system's folder for temporary files: that may have no extended attributes.
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'swift-data-'))
  let running: Running | null = null
  const end = async () => {
    await running?.kill()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    running = await run(folder, 0)
    const { port } = running
    const endPoint = `http://127.0.0.1:${port}`
    const client = new S3Client({
      endpoint: endPoint,
      region: REGION,
      credentials: OWNER,
      forcePathStyle: true,
    })
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
    return {
      ...{ port, endPoint, region: REGION, bucket: BUCKET, owner: OWNER, stranger: STRANGER, client },
      kill: async () => running?.kill(),
      async revive() {
        running = await run(folder, port)
      },
      async stop() {
        client.destroy()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

interface Running {
  readonly port: number
  /** Resolves when it has ended. */
  kill(): Promise<void>
}

async function run(folder: string, port: number): Promise<Running> {
  const found = findSwift()
  if (!found) throw new Error(swiftMissing)
  const program = join(import.meta.dirname, 'swift-server.py')
  // It ends with its standard input, so that nothing is left of it when we are killed.
  const child = spawn(found.python, ['-W', 'ignore', program, folder, String(port)], {
    env: { ...process.env, ...found.env, PYTHONDONTWRITEBYTECODE: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const line = once(createInterface(child.stdout), 'line')
  const [first] = (await Promise.race([line, ended.then(() => ['{}'])])) as [string]
  const told = JSON.parse(first) as { readonly port?: number }
  if (told.port === undefined) throw new Error('Swift ended instead of starting')
  return { port: told.port, kill }
}
