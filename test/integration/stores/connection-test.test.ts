/** Every step of the test of a destination, and what makes it fail, at servers that others made. */
import { mkdtemp, rm, symlink, writeFile, mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type {
  ArchiveDestination,
  AzureBlobDestination,
  GsDestination,
  S3Destination,
} from '../../../service/contract/archive.ts'
import { TEST_STEPS } from '../../../service/contract/console/destinations.ts'
import type { TestReport, TestStepName } from '../../../service/contract/console/destinations.ts'
import type { StoreFaultKind } from '../../../service/contract/store-fault.ts'
import { testDestination } from '../../../service/media/archive/connection-test/test-destination.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import type { Clock } from '../../../service/platform/clock.ts'
import { openStore } from '../../../service/provider/archive/open-store.ts'
import type { StoreSettings } from '../../../service/provider/archive/provider.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { AZURITE_ACCOUNT, AZURITE_KEY, startAzurite } from '../../support/storage/azurite.ts'
import { folderDestination } from '../../support/storage/folder-destination.ts'
import { startGcsServer } from '../../support/storage/gcs-server.ts'
import { startSwift, swiftMissing } from '../../support/storage/swift.ts'
import { waitFor } from '../../support/wait-for.ts'

const HOUR = 3_600_000
/** What stores allow in names, and URLs do not. */
const PATH = 'some path/録画 +&?#%20%2e'

const [azurite, gcs, swift] = await Promise.all([
  startAzurite(),
  startGcsServer(['archive']),
  swiftMissing === undefined ? startSwift() : null,
])
await azurite.makeContainer('archive')
afterAll(() => Promise.all([azurite.stop(), gcs.stop(), swift?.stop()]))

const settings: StoreSettings = {
  azblobEndpoint: azurite.endpoint,
  gsEndpoint: gcs.endpoint,
  stallMs: 60_000,
  ownPorts: () => [],
}
const azblob: AzureBlobDestination = {
  kind: 'azblob',
  reach: 'computer',
  container: 'archive',
  path: PATH,
  account: AZURITE_ACCOUNT,
  key: AZURITE_KEY,
}
const gs: GsDestination = {
  kind: 'gs',
  reach: 'computer',
  bucket: 'archive',
  path: PATH,
  credential: gcs.credential,
}
const s3: S3Destination = {
  kind: 's3',
  reach: 'computer',
  bucket: swift?.bucket ?? '',
  path: PATH,
  endPoint: swift?.endPoint ?? '',
  region: swift?.region ?? '',
  accessKeyId: swift?.owner.accessKeyId ?? '',
  secretAccessKey: swift?.owner.secretAccessKey ?? '',
}

interface Circumstances {
  readonly settings?: Partial<StoreSettings>
  readonly clock?: Clock
}

async function run(destination: ArchiveDestination, given: Circumstances = {}): Promise<TestReport> {
  const report = await testDestination(destination, {
    openStore,
    settings: { ...settings, ...given.settings },
    clock: given.clock ?? systemClock,
    onStep: () => undefined,
  })
  expect(report.steps.map(({ name }) => name)).toEqual(TEST_STEPS)
  return report
}

const step = ({ steps }: TestReport, name: TestStepName) => steps.find((one) => one.name === name)
const nothingLeft = async (bucket = 'archive') => expect(await gcs.listRaw(bucket, '')).toEqual([])

/** The step that failed, and how; nothing after it was tried but the clock. */
async function failure(destination: ArchiveDestination, given?: Circumstances): Promise<string> {
  const report = await run(destination, given)
  const failed = report.steps.filter(({ outcome, name }) => outcome === 'failed' && name !== 'clock')
  return failed
    .map(({ name, fault }) => `${name}: ${fault?.kind}${fault?.code ? ` ${fault.code}` : ''}`)
    .join()
}
type Case = readonly [what: string, destination: ArchiveDestination, told: string, given?: Circumstances]

const NO_PORT = 'http://127.0.0.1:1'
const secure = (address: string) => address.replace('http:', 'https:')

describe('a destination that works', () => {
  const good: readonly ArchiveDestination[] = [azblob, gs, ...(swift ? [s3] : [])]
  it.each(good)('passes all nine steps: $kind', async (destination) => {
    const report = await run(destination)
    expect(report.steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    await nothingLeft()
    expect(await azurite.listRaw('archive', '')).toEqual([])
  })

  it.skipIf(!swift)('leaves nothing in S3', async () => {
    const found = await swift?.client.send(new ListObjectsV2Command({ Bucket: s3.bucket }))
    expect(found?.KeyCount).toBe(0)
  })
})

describe('a destination that does not', () => {
  const other = { ...gcs.credential, private_key: gcs.creator.private_key }
  const cases: readonly Case[] = [
    ['azblob: another key', { ...azblob, key: 'd3Jvbmc=' }, 'credentials: credentials AuthorizationFailure'],
    [
      'azblob: another account',
      { ...azblob, account: 'nobody' },
      'credentials: credentials ResourceNotFound',
    ],
    ['azblob: no such container', { ...azblob, container: 'none' }, 'bucket: no-bucket ContainerNotFound'],
    [
      'azblob: another port',
      azblob,
      'reach: refused ECONNREFUSED',
      { settings: { azblobEndpoint: NO_PORT } },
    ],
    [
      'azblob: no TLS there',
      azblob,
      'reach: tls ERR_SSL_WRONG_VERSION_NUMBER',
      { settings: { azblobEndpoint: secure(azurite.endpoint) } },
    ],
    ['gs: another’s key', { ...gs, credential: other }, 'credentials: credentials invalid_grant'],
    ['gs: no key', { ...gs, credential: { ...other, private_key: 'x' } }, 'credentials: credentials'],
    [
      'gs: unknown account',
      { ...gs, credential: { ...other, client_email: 'x@y' } },
      'credentials: credentials invalid_grant',
    ],
    ['gs: no such bucket', { ...gs, bucket: 'none' }, 'bucket: no-bucket notFound'],
    ['gs: an account without rights', { ...gs, credential: gcs.powerless }, 'write: forbidden forbidden'],
    [
      'gs: tokens are nowhere',
      { ...gs, credential: { ...other, token_uri: NO_PORT } },
      'reach: refused ECONNREFUSED',
    ],
    ['s3: another secret', { ...s3, secretAccessKey: 'x' }, 'credentials: credentials SignatureDoesNotMatch'],
    [
      's3: a space behind it',
      { ...s3, secretAccessKey: `${s3.secretAccessKey} ` },
      'credentials: credentials SignatureDoesNotMatch',
    ],
    ['s3: another key id', { ...s3, accessKeyId: 'no' }, 'credentials: credentials SignatureDoesNotMatch'],
    ['s3: no such bucket', { ...s3, bucket: 'none' }, 'bucket: no-bucket NoSuchBucket'],
    ['s3: another region', { ...s3, region: 'eu-x' }, 'bucket: refused-request AuthorizationHeaderMalformed'],
    ['s3: another port', { ...s3, endPoint: NO_PORT }, 'reach: refused ECONNREFUSED'],
    ['s3: no such host', { ...s3, endPoint: 'http://nowhere.invalid' }, 'reach: dns ENOTFOUND'],
    [
      's3: no TLS there',
      { ...s3, endPoint: secure(s3.endPoint ?? '') },
      'reach: tls ERR_SSL_WRONG_VERSION_NUMBER',
    ],
    [
      's3: an end point with the bucket',
      { ...s3, endPoint: `${s3.endPoint}/archive` },
      'bucket: no-bucket NoSuchKey',
    ],
    ['s3: a user without rights', { ...s3, ...swift?.stranger }, 'write: forbidden AccessDenied'],
  ]
  const possible = cases.filter(([, { kind }]) => swift !== null || kind !== 's3')
  it.each(possible.map(([what, destination, told, given]) => ({ what, destination, told, given })))(
    'fails where it is wrong: $what',
    async ({ destination, told, given }) => {
      expect(await failure(destination, given)).toBe(told)
      await nothingLeft()
    },
  )

  it('has nothing left behind where nothing may be stored', async () => {
    expect(step(await run({ ...gs, credential: gcs.powerless }), 'delete')?.note).toBe('')
  })
})

describe('a clock that is an hour ahead', () => {
  afterEach(() => vi.useRealTimers())
  const cases: readonly ArchiveDestination[] = [gs, ...(swift ? [s3] : [])]
  it.each(cases)('is what $kind refuses, and what is told', async (destination) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR })
    const report = await run(destination)
    expect(step(report, 'credentials')).toMatchObject({ outcome: 'failed', fault: { kind: 'clock-skew' } })
    expect(step(report, 'clock')).toMatchObject({ outcome: 'failed', fault: { kind: 'clock-skew' } })
  })

  it('is a warning where the store bears it, which Azurite does', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR })
    const report = await run(azblob)
    expect(report.outcome).toBe('warning')
    expect(step(report, 'clock')).toMatchObject({ outcome: 'warning', fault: { kind: 'clock-skew' } })
    expect(step(report, 'clock')?.fault?.message).toMatch(/^The store's clock is 3[56]\d\d seconds behind$/)
  })
})

describe('a server of somebody else', () => {
  const servers: Server[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
  async function listening(server: Server): Promise<number> {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  async function at(answer: RequestListener): Promise<S3Destination> {
    const port = await listening(createServer(answer))
    const keys = { accessKeyId: 'id', secretAccessKey: 'the secret' }
    return { ...s3, ...keys, bucket: 'b', region: 'eu', endPoint: `http://127.0.0.1:${port}` }
  }

  it('is not trusted without an authority', async () => {
    const port = await listening(createSecureServer(await selfSigned('127.0.0.1'), (_, to) => to.end()))
    const report = await run({ ...s3, endPoint: `https://127.0.0.1:${port}` })
    expect(step(report, 'reach')).toMatchObject({
      outcome: 'failed',
      fault: {
        kind: 'tls',
        message: 'The certificate is signed by itself, not by an authority that this machine trusts',
      },
    })
  })

  it('is given up when it hangs, all in all within a minute', async () => {
    let asked = 0
    const hanging = await at(() => void (asked += 1))
    const clock = new ManualClock(systemClock.now())
    const begin = clock.now()
    const test = { isOver: false }
    const told = failure(hanging, { clock }).finally(() => (test.isOver = true))
    await waitFor(() => asked > 0, 'the request that hangs')
    // Time goes as this process does, however seldom it is run.
    for (; !test.isOver; clock.advance(50)) await new Promise((resolve) => setImmediate(resolve))
    expect(await told).toBe('credentials: timeout')
    expect(clock.now() - begin).toBeLessThan(60_000)
  })

  it('is not followed elsewhere', async () => {
    let asked = 0
    const elsewhere = await at((_, to) => void (asked++, to.end()))
    for (const status of [301, 302, 303, 307, 308]) {
      const from = await at((_, to) => to.writeHead(status, { location: elsewhere.endPoint ?? '' }).end())
      expect(await failure(from)).toMatch(/^bucket: refused-request/)
      const token_uri = `${from.endPoint}/token`
      expect(await failure({ ...gs, credential: { ...gcs.credential, token_uri } })).toBe(
        'credentials: credentials',
      )
    }
    expect(asked).toBe(0)
  })

  const WORDS = 'internal '.repeat(1000)
  const answers = [200, 403, 404, 500].flatMap((status) => [
    [status, 'text/plain', WORDS] as const,
    [status, 'application/json', JSON.stringify({ access: WORDS, message: WORDS })] as const,
    [status, 'text/html', `<html><body>${WORDS}</body></html>`] as const,
  ])
  it.each(answers)('that answers %i with %s is not repeated', async (status, type, body) => {
    const elsewhere = await at((_, to) => void to.writeHead(status, { 'content-type': type }).end(body))
    const credential = { ...gcs.credential, token_uri: `${elsewhere.endPoint}/token` }
    for (const destination of [elsewhere, { ...gs, credential }]) {
      const report = await run(destination)
      expect(report.outcome).toBe('failed')
      expect(JSON.stringify(report)).not.toContain('internal internal')
    }
  })

  it('that answers without end is given up before memory is', async () => {
    let pieces = 0
    const endless = await at((_, to) => {
      to.writeHead(403, { 'content-type': 'application/xml' })
      const piece = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        do pieces += 1
        while (to.write(piece) && !to.destroyed)
      }
      to.on('drain', more)
      more()
    })
    const before = process.memoryUsage.rss()
    const report = await run(endless)
    expect(report.outcome).toBe('failed')
    console.log(`given up after ${pieces} MiB`)
    expect(pieces).toBeLessThan(100)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200e6)
  })
})

describe('partial rights', () => {
  it('to create only: a warning that names what stays', async () => {
    const report = await run({ ...gs, bucket: 'archive', path: 'created', credential: gcs.creator })
    expect(report.outcome).toBe('warning')
    const warned = report.steps.filter(({ outcome }) => outcome === 'warning')
    expect(warned.map(({ name, fault }) => `${name} ${fault?.kind ?? ''}`)).toEqual(
      (['bucket', 'read-back', 'delete'] as const).map(
        (name) => `${name} ${'forbidden' satisfies StoreFaultKind}`,
      ),
    )
    const left = (await gcs.listRaw('archive', '')).map((name) => name.replace('created/', ''))
    expect(left).toHaveLength(2)
    for (const name of left) expect(step(report, 'delete')?.note).toContain(name)
  })
})

describe('a folder', () => {
  it('that cannot be one fails at its place', async () => {
    const root = await mkdtemp(join(tmpdir(), 'airdesk-folder-'))
    await writeFile(join(root, 'file'), 'of somebody')
    await mkdir(join(root, 'real'))
    await symlink(join(root, 'real'), join(root, 'link'))
    const told = (folder: string) => failure(folderDestination(join(root, folder)))
    expect(await told('none/below')).toBe('reach: no-folder ENOENT')
    expect(await told('file/below')).toBe('reach: no-folder ENOTDIR')
    expect(await told('file')).toMatch(/^bucket: no-folder/)
    expect(await told('link')).toBe('')
    expect(await told('new')).toBe('')
    await rm(root, { recursive: true })
  })
})
