import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, it } from 'vitest'
import type { S3Destination } from '../../../service/contract/archive.ts'
import { S3_PARTS } from '../../../service/provider/archive/part-size.ts'
import type { ArchiveStore, PutOptions, UploadState } from '../../../service/provider/archive/provider.ts'
import { openS3Store } from '../../../service/provider/archive/s3.ts'
import { objectOf, sampleBytes } from '../../support/storage/byte-sources.ts'
import { describeStoreContract } from '../../support/storage/store-contract.ts'
import type { Access, StoreUnderTest } from '../../support/storage/store-contract.ts'
import { startSwift, SWIFT_LEAST_PART, swiftMissing } from '../../support/storage/swift.ts'
import type { Swift } from '../../support/storage/swift.ts'

const PATH = 'some path/録画'
const PARTS = { ...S3_PARTS, least: SWIFT_LEAST_PART, usual: SWIFT_LEAST_PART, multipleOf: 1 }
const never = new AbortController().signal

if (swiftMissing) {
  describe('S3', () => it('stores as every store does', (context) => context.skip(swiftMissing)))
} else {
  const swift = await startSwift()
  afterAll(() => swift.stop())
  describeStoreContract('S3', () => Promise.resolve(underTest(swift)))
  describeS3(swift)
}

function open(
  swift: Swift,
  other: Partial<S3Destination> = {},
  { port, stallMs = 10_000 }: { readonly port?: number; readonly stallMs?: number } = {},
): ArchiveStore {
  const destination: S3Destination = {
    kind: 's3',
    reach: 'computer',
    bucket: swift.bucket,
    path: PATH,
    endPoint: `http://127.0.0.1:${port ?? swift.port}`,
    region: swift.region,
    ...swift.owner,
    ...other,
  }
  const settings = { azblobEndpoint: null, gsEndpoint: null, stallMs, ownPorts: () => [] }
  return openS3Store(destination, settings, { parts: PARTS, pageSize: 3 })
}

/** What S3 has and other stores have not. */
function describeS3(swift: Swift): void {
  describe('S3 in particular', () => {
    it('sends nothing again where only the last answer of an upload was lost', async () => {
      const store = open(swift)
      const object = objectOf('lost-answer.mp4', sampleBytes(600_000))
      let resume: UploadState | null = null
      let sent = 0
      const options: PutOptions = {
        signal: never,
        resume,
        onState: (state) => (resume = state),
        onSent: (bytes) => (sent += bytes),
      }
      await store.put(object, options)
      expect(sent).toBe(600_000)
      await store.put(object, { ...options, resume })
      expect(sent).toBe(600_000)
      store.close()
    })

    it('goes on after the store was killed', async () => {
      const store = open(swift)
      const object = objectOf('killed.mp4', sampleBytes(600_000))
      let resume: UploadState | null = null
      let sent = 0
      const first = store.put(object, {
        signal: never,
        resume,
        onState(state) {
          resume = state
          if (state.parts.length === 1) void swift.kill()
        },
        onSent: () => {},
      })
      await expect(first).rejects.toMatchObject({ kind: expect.stringMatching(/^(refused|interrupted)$/) })
      await swift.revive()
      await store.put(object, { signal: never, resume, onState: () => {}, onSent: (n) => (sent += n) })
      expect(sent).toBeLessThanOrEqual(600_000 - SWIFT_LEAST_PART)
      expect((await store.stat(object.key, never))?.size).toBe(600_000)
      store.close()
    })

    it('keeps objects in the bucket itself where the path is empty', async () => {
      const store = open(swift, { path: '' })
      const object = objectOf('at the top', sampleBytes(10))
      await store.put(object, { signal: never, resume: null, onState: () => {}, onSent: () => {} })
      const keys: string[] = []
      for await (const { key } of store.list('at', never)) keys.push(key)
      expect(keys).toEqual(['at the top'])
      store.close()
    })

    it('names the region where another one was given', async () => {
      const store = open(swift, { region: 'eu-central-1' })
      await expect(store.probe(never)).rejects.toMatchObject({
        kind: 'refused-request',
        code: 'AuthorizationHeaderMalformed',
        message: expect.stringContaining('us-east-1') as unknown,
      })
      store.close()
    })
  })
}

function underTest(swift: Swift): StoreUnderTest {
  const wrong: Record<Access, Partial<S3Destination>> = {
    good: {},
    'wrong-secret': { secretAccessKey: 'another-secret-1234' },
    'wrong-key-id': { accessKeyId: 'test:nobody' },
    'no-permission': swift.stranger,
    'no-bucket': { bucket: 'no-such-bucket' },
    'unknown-host': { endPoint: 'http://store.invalid' },
  }
  return {
    partBytes: PARTS.usual,
    pageSize: 3,
    port: swift.port,
    secrets: [swift.owner.secretAccessKey, swift.stranger.secretAccessKey, 'another-secret-1234'],
    open: (access, options) => open(swift, wrong[access], options),
    async readBack(key) {
      const command = new GetObjectCommand({ Bucket: swift.bucket, Key: `${PATH}/${key}` })
      const found = await swift.client.send(command).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NoSuchKey') return null
        throw error
      })
      if (!found?.Body) return null
      return { bytes: await found.Body.transformToByteArray(), contentType: found.ContentType ?? null }
    },
    async listRaw() {
      const keys: string[] = []
      const pages = paginateListObjectsV2(
        { client: swift.client },
        { Bucket: swift.bucket, Prefix: `${PATH}/` },
      )
      for await (const page of pages) {
        for (const { Key = '' } of page.Contents ?? []) keys.push(Key.slice(PATH.length + 1))
      }
      return keys
    },
    stop: () => Promise.resolve(),
  }
}
