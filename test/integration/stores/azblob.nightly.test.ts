import { expect, it } from 'vitest'
import type { AzureBlobDestination } from '../../../service/contract/archive.ts'
import { openAzblobStore } from '../../../service/provider/archive/azblob.ts'
import { AZURE_PARTS } from '../../../service/provider/archive/part-size.ts'
import type { UploadState } from '../../../service/provider/archive/provider.ts'
import { AZURITE_ACCOUNT, AZURITE_KEY, startAzurite } from '../../support/storage/azurite.ts'
import { objectOf, sampleBytes } from '../../support/storage/byte-sources.ts'
import { describeStoreContract } from '../../support/storage/store-contract.ts'
import type { Access, StoreUnderTest } from '../../support/storage/store-contract.ts'

const CONTAINER = 'archive'
const PATH = 'live/2026'
const PART = 64 * 1024
const PAGE = 3

const GOOD: AzureBlobDestination = {
  kind: 'azblob',
  reach: 'computer',
  container: CONTAINER,
  path: PATH,
  account: AZURITE_ACCOUNT,
  key: AZURITE_KEY,
}
const OTHER_KEY = Buffer.from('another key').toString('base64')
const WRONG: Partial<Record<Access, Partial<AzureBlobDestination>>> = {
  'wrong-secret': { key: OTHER_KEY },
  'wrong-key-id': { account: 'nobody' },
  'no-bucket': { container: 'absent' },
}

async function start(): Promise<StoreUnderTest> {
  const azurite = await startAzurite()
  await azurite.makeContainer(CONTAINER)
  return {
    partBytes: PART,
    pageSize: PAGE,
    port: azurite.port,
    secrets: [AZURITE_KEY, OTHER_KEY],
    open(access, { port = azurite.port, stallMs = 10_000 } = {}) {
      const host = access === 'unknown-host' ? 'nowhere.invalid' : '127.0.0.1'
      return openAzblobStore(
        { ...GOOD, ...WRONG[access] },
        { azblobEndpoint: `http://${host}:${port}`, gsEndpoint: null, stallMs, ownPorts: () => [] },
        { parts: { ...AZURE_PARTS, usual: PART }, pageSize: PAGE },
      )
    },
    readBack: (key) => azurite.readBack(CONTAINER, `${PATH}/${key}`),
    async listRaw() {
      const names = await azurite.listRaw(CONTAINER, `${PATH}/`)
      return names.map((name) => name.slice(PATH.length + 1))
    },
    stop: () => azurite.stop(),
  }
}

describeStoreContract('Azure Blob Storage', start, {
  'no-permission': 'the key of an account may do everything',
  'clock-skew':
    'Azurite does not look at the date of a request; azblob.test.ts beside the store has an answer that does',
})

it('Azure Blob Storage keeps what goes to the container of a website', async () => {
  const azurite = await startAzurite()
  await azurite.makeContainer('$web')
  const settings = { azblobEndpoint: azurite.endpoint, gsEndpoint: null, stallMs: 10_000, ownPorts: () => [] }
  const store = openAzblobStore({ ...GOOD, container: '$web' }, settings)
  const signal = new AbortController().signal
  const whole = { signal, resume: null, onSent: () => {}, onState: () => {} }
  await store.put(objectOf('page', sampleBytes(1000)), whole)
  expect((await azurite.readBack('$web', `${PATH}/page`))?.bytes).toHaveLength(1000)
  store.close()
  await azurite.stop()
})

it('Azure Blob Storage goes on with an upload after the store was killed, and has what it acknowledged', async () => {
  const azurite = await startAzurite()
  await azurite.makeContainer(CONTAINER)
  const settings = { azblobEndpoint: azurite.endpoint, gsEndpoint: null, stallMs: 10_000, ownPorts: () => [] }
  const store = openAzblobStore(GOOD, settings, { parts: { ...AZURE_PARTS, usual: PART } })
  const small = objectOf('small', sampleBytes(1000))
  const large = objectOf('large', sampleBytes(3 * PART + 10, 2))
  const stop = new AbortController()
  let resume: UploadState | null = null
  let sent = 0
  const options = { signal: stop.signal, resume, onSent: (bytes: number) => (sent += bytes) }
  await store.put(small, { ...options, onState: () => {} })
  const onState = (state: UploadState) => {
    resume = state
    if (state.parts.length === 2) stop.abort(new Error('enough'))
  }
  await expect(store.put(large, { ...options, onState })).rejects.toThrow('enough')
  await azurite.kill()
  await azurite.start()
  const { signal } = new AbortController()
  expect(await store.stat('small', signal)).toMatchObject({ size: 1000, md5: small.md5 })
  sent = 0
  await store.put(large, { ...options, signal, resume, onState })
  expect(sent).toBe(PART + 10)
  expect((await azurite.readBack(CONTAINER, `${PATH}/large`))?.bytes).toEqual(
    await large.body.read(0, large.body.size),
  )
  store.close()
  await azurite.stop()
})
