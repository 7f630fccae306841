import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GsDestination } from '../../../service/contract/archive.ts'
import { OpenedStores } from '../../../service/media/archive/opened-stores.ts'
import { Uploads } from '../../../service/media/archive/uploads.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import { openGsStore } from '../../../service/provider/archive/gs.ts'
import { GS_PARTS } from '../../../service/provider/archive/part-size.ts'
import type { PutOptions, UploadState } from '../../../service/provider/archive/provider.ts'
import { objectOf, sampleBytes } from '../../support/storage/byte-sources.ts'
import { startGcsServer } from '../../support/storage/gcs-server.ts'
import type { GcsServer } from '../../support/storage/gcs-server.ts'
import { describeStoreContract } from '../../support/storage/store-contract.ts'
import type { Access, StoreUnderTest } from '../../support/storage/store-contract.ts'

const BUCKET = 'airdesk-archive'
const PATH = 'live/2026'
const PART = 256 * 1024
const PAGE = 3
const never = new AbortController().signal

function destinationOf(server: GcsServer): GsDestination {
  return { kind: 'gs', reach: 'computer', bucket: BUCKET, path: PATH, credential: server.credential }
}

const { privateKey: OTHER_KEY } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

async function start(): Promise<StoreUnderTest> {
  const server = await startGcsServer([BUCKET])
  const good = destinationOf(server)
  const wrong: Partial<Record<Access, Partial<GsDestination>>> = {
    'wrong-secret': { credential: { ...server.credential, private_key: OTHER_KEY } },
    'wrong-key-id': { credential: { ...server.credential, client_email: 'nobody@example.com' } },
    'no-permission': { credential: server.powerless },
    'no-bucket': { bucket: 'absent' },
  }
  return {
    partBytes: PART,
    pageSize: PAGE,
    port: server.port,
    // Lines of the keys: an error would hardly show a key with its line breaks.
    secrets: [server.credential, server.powerless, { private_key: OTHER_KEY }].map(
      ({ private_key }) => private_key.split('\n')[5] ?? '',
    ),
    open(access, { port = server.port, stallMs = 10_000 } = {}) {
      const host = access === 'unknown-host' ? 'nowhere.invalid' : '127.0.0.1'
      return openGsStore(
        { ...good, ...wrong[access] },
        { azblobEndpoint: null, gsEndpoint: `http://${host}:${port}`, stallMs, ownPorts: () => [] },
        { parts: { ...GS_PARTS, usual: PART }, pageSize: PAGE },
      )
    },
    readBack: (key) => server.readBack(BUCKET, `${PATH}/${key}`),
    async listRaw() {
      return (await server.listRaw(BUCKET, `${PATH}/`)).map((name) => name.slice(PATH.length + 1))
    },
    stop: () => server.stop(),
  }
}

describeStoreContract('Google Cloud Storage', start)

describe('Google Cloud Storage, with tokens that end at once', () => {
  let server: GcsServer
  beforeAll(async () => (server = await startGcsServer([BUCKET], 1)))
  afterAll(() => server.stop())

  const settings = () => ({
    azblobEndpoint: null,
    gsEndpoint: server.endpoint,
    stallMs: 10_000,
    ownPorts: () => [],
  })
  const open = () => openGsStore(destinationOf(server), settings(), { parts: { ...GS_PARTS, usual: PART } })
  const putOptions = (more: Partial<PutOptions> = {}): PutOptions => ({
    signal: never,
    resume: null,
    onState: () => {},
    onSent: () => {},
    ...more,
  })

  it('asks for another token when the store does not know its own any more', async () => {
    const store = open()
    await store.put(objectOf('before', sampleBytes(100)), putOptions())
    await server.kill()
    await server.start()
    expect(await store.stat('before', never)).toMatchObject({ key: 'before', size: 100 })
    await store.delete('before', never)
    store.close()
  })

  it('goes on with an upload after the store was killed', async () => {
    const store = open()
    const object = objectOf('movie.mp4', sampleBytes(4 * PART + 1000, 2), 'video/mp4')
    const stop = new AbortController()
    let resume: UploadState | null = null
    const onState = (state: UploadState) => {
      resume = state
      if (state.parts.length === 3) stop.abort(new Error('enough'))
    }
    await expect(store.put(object, putOptions({ signal: stop.signal, onState }))).rejects.toThrow('enough')
    await server.kill()
    await expect(store.put(object, putOptions({ resume }))).rejects.toMatchObject({ kind: 'refused' })
    await server.start()
    let sent = 0
    await store.put(object, putOptions({ resume, onSent: (bytes) => (sent += bytes) }))
    expect(sent).toBe(PART + 1000)
    expect((await server.readBack(BUCKET, `${PATH}/movie.mp4`))?.bytes).toEqual(
      await object.body.read(0, object.body.size),
    )
    // The same once more: the store has it already, and says so.
    sent = 0
    await store.put(object, putOptions({ resume, onSent: (bytes) => (sent += bytes) }))
    expect(sent).toBe(0)
    store.close()
  })

  it('is done with what it has, also for one who may not replace it', async () => {
    const destination = { ...destinationOf(server), credential: server.keeper }
    const folder = await mkdtemp(join(tmpdir(), 'airdesk-gs-'))
    const bytes = sampleBytes(100)
    await writeFile(join(folder, 'init-0.mp4'), bytes)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const file = { kind: 'init', name: 'init-0.mp4', bytes: 100, md5, offset: 0, durationSeconds: 0 } as const
    const stores = new OpenedStores(() => openGsStore(destination, settings()), systemClock)
    const uploads = new Uploads({ stores, clock: systemClock, onProgress: () => {} })
    const upload = () => uploads.upload({ id: 1, folder, file, destination, key: 'kept.mp4', resume: null })
    expect([await upload(), await upload()]).toMatchObject([{ ok: true }, { ok: true }])
    const store = openGsStore(destination, settings())
    await expect(store.put(objectOf('kept.mp4', bytes), putOptions())).rejects.toMatchObject({
      kind: 'forbidden',
    })
    store.close()
    stores.close()
    await rm(folder, { recursive: true })
  })

  it('tells a probe that one who may only create may not list', async () => {
    const store = openGsStore({ ...destinationOf(server), credential: server.creator }, settings())
    expect(await store.probe(never)).toMatchObject({ mayList: false })
    await store.put(objectOf('created', sampleBytes(10)), putOptions())
    await expect(store.stat('created', never)).rejects.toMatchObject({ kind: 'forbidden', status: 403 })
    store.close()
  })
})
