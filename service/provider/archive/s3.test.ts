/** What a real server cannot be made to answer; test/integration/stores/s3.test.ts has a real one. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { md5Of, objectOf, sampleBytes } from '../../../test/support/storage/byte-sources.ts'
import { S3_PARTS } from './part-size.ts'
import type { ArchiveStore, PutOptions } from './provider.ts'
import { openS3Store } from './s3.ts'

interface Asked {
  readonly line: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
const NO_ANSWER = 0
type Answer = readonly [status: number, headers?: Record<string, string>, body?: string]

const never = new AbortController().signal
const OPTIONS: PutOptions = { signal: never, resume: null, onState: () => {}, onSent: () => {} }
const BYTES = sampleBytes(100)
const OBJECT = objectOf('a b', BYTES)
const error = (code: string, more = '') =>
  `<Error><Code>${code}</Code><Message>Words.</Message>${more}</Error>`

let server: Server
let store: ArchiveStore
let asked: Asked[]
let answers: Answer[]

beforeEach(async () => {
  asked = []
  answers = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({
        line: `${request.method} ${request.url?.replace(/[?&]x-id=\w+/, '')}`,
        headers: request.headers,
        body: Buffer.concat(chunks),
      })
      const [status, headers = {}, body = ''] = answers.shift() ?? [500]
      if (status !== NO_ANSWER) response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  store = openTo(server, 5000)
})
afterEach(async () => {
  store.close()
  await new Promise((resolve) => server.close(resolve))
})

function openTo(to: Server, stallMs: number): ArchiveStore {
  return openS3Store(
    {
      kind: 's3',
      reach: 'computer',
      bucket: 'b',
      path: 'p',
      endPoint: `http://127.0.0.1:${(to.address() as AddressInfo).port}`,
      region: 'eu-west-1',
      accessKeyId: 'id',
      secretAccessKey: 'very-secret',
    },
    { azblobEndpoint: null, gsEndpoint: null, stallMs, ownPorts: () => [] },
    { parts: { ...S3_PARTS, least: 40, usual: 40, multipleOf: 1 } },
  )
}

const small = objectOf('a b', BYTES.subarray(0, 40))
const lines = () => asked.map(({ line }) => line)

describe('A put to S3', () => {
  it('sends bytes as they are, with their MD5', async () => {
    answers = [[200, { etag: `"${small.md5}"` }]]
    await store.put(small, OPTIONS)
    expect(lines()).toEqual(['PUT /b/p/a%20b'])
    expect(asked[0]?.body).toEqual(BYTES.subarray(0, 40))
    expect(asked[0]?.headers).toMatchObject({
      'content-length': '40',
      'content-md5': Buffer.from(small.md5, 'hex').toString('base64'),
      'content-type': 'video/iso.segment',
    })
    const unwanted = ['content-encoding', 'transfer-encoding', 'x-amz-trailer', 'expect']
    for (const name of unwanted) expect(asked[0]?.headers).not.toHaveProperty(name)
  })

  it('deletes what the store has damaged', async () => {
    answers = [[200, { etag: `"${md5Of(Buffer.from('other'))}"` }], [204]]
    await expect(store.put(small, OPTIONS)).rejects.toMatchObject({ kind: 'damaged' })
    expect(lines()).toEqual(['PUT /b/p/a%20b', 'DELETE /b/p/a%20b'])
  })

  it.each([
    ['is no MD5', { etag: '"abc"' }],
    ['is absent', {}],
    [
      'is of encrypted bytes',
      { etag: `"${md5Of(Buffer.from('x'))}"`, 'x-amz-server-side-encryption': 'aws:kms' },
    ],
  ])('asks for the size where the tag %s', async (_, headers) => {
    answers = [
      [200, headers],
      [200, { 'content-length': '40' }],
    ]
    await store.put(small, OPTIONS)
    answers = [[200, headers], [200, { 'content-length': '39' }], [204]]
    await expect(store.put(small, OPTIONS)).rejects.toMatchObject({ kind: 'damaged' })
  })

  it('believes the store where the size may not be asked for', async () => {
    answers = [[200], [403]]
    await store.put(small, OPTIONS)
    expect(lines().at(-1)).toBe('HEAD /b/p/a%20b')
  })

  it('in parts ends the upload when a part is damaged', async () => {
    answers = [
      [200, {}, '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'],
      [200, { etag: `"${md5Of(BYTES.subarray(0, 40))}"` }],
      [200, { etag: `"${md5Of(Buffer.from('other'))}"` }],
      [204],
    ]
    await expect(store.put(OBJECT, OPTIONS)).rejects.toMatchObject({ kind: 'damaged' })
    expect(lines().at(-1)).toBe('DELETE /b/p/a%20b?uploadId=u')
  })

  it.each([
    ['stays where the local copy may be read later', 'EMFILE', 'PUT /b/p/a%20b?partNumber=1&uploadId=u'],
    ['is ended where the local copy is gone', 'ENOENT', 'DELETE /b/p/a%20b?uploadId=u'],
  ])('in parts %s', async (_, code, last) => {
    const error = Object.assign(new Error(code), { code })
    const read = (start: number, length: number) =>
      start > 0 ? Promise.reject(error) : OBJECT.body.read(start, length)
    answers = [
      [200, {}, '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'],
      [200, { etag: `"${md5Of(BYTES.subarray(0, 40))}"` }],
      [204],
    ]
    const putting = store.put({ ...OBJECT, body: { size: BYTES.length, read } }, OPTIONS)
    await expect(putting).rejects.toMatchObject({ kind: 'local', code })
    expect(lines().at(-1)).toBe(last)
  })

  it('in parts goes on after what the store says it has, whatever its tags mean', async () => {
    const [first, second] = [md5Of(BYTES.subarray(0, 40)), md5Of(BYTES.subarray(40, 80))]
    const part = (n: number, tag: string) =>
      `<Part><PartNumber>${n}</PartNumber><ETag>"${tag}"</ETag><Size>40</Size></Part>`
    answers = [
      [
        200,
        {},
        `<ListPartsResult><IsTruncated>false</IsTruncated>${part(1, 'opaque')}${part(2, second)}</ListPartsResult>`,
      ],
      [200, { etag: '"third"' }],
      [200, {}, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>'],
      [200, { 'content-length': '100' }],
    ]
    const resume = { uploadId: 'u', partBytes: 40, parts: [`${first} opaque`] }
    let sent = 0
    await store.put(OBJECT, { ...OPTIONS, resume, onSent: (bytes) => (sent += bytes) })
    expect(sent).toBe(20)
    expect(asked[2]?.body.toString()).toMatch(/opaque.*third/s)
  })

  it('in parts goes on after what was noted where the store does not tell what it has', async () => {
    const [first, second] = [md5Of(BYTES.subarray(0, 40)), md5Of(BYTES.subarray(40, 80))]
    answers = [
      [403, {}, error('AccessDenied')],
      [200, { etag: `"${second}"` }],
      [200, { etag: '"third"' }],
      [200, {}, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>'],
      [200, { 'content-length': '100' }],
    ]
    const resume = { uploadId: 'u', partBytes: 40, parts: [`${first} opaque`] }
    let sent = 0
    await store.put(OBJECT, { ...OPTIONS, resume, onSent: (bytes) => (sent += bytes) })
    expect(sent).toBe(60)
    expect(asked[3]?.body.toString()).toMatch(new RegExp(`opaque.*${second}.*third`, 's'))
  })

  it.each([
    ['an error', error('InternalError'), { kind: 'busy', code: 'InternalError' }],
    [
      'an error after blanks',
      ` \n  <?xml version="1.0"?>\n${error('SlowDown')}`,
      { kind: 'busy', code: 'SlowDown' },
    ],
  ])('in parts is not taken for whole where the store says 200 and then %s', async (_, body, why) => {
    answers = [
      [200, {}, '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'],
      ...[0, 40, 80].map((at): Answer => [200, { etag: `"${md5Of(BYTES.subarray(at, at + 40))}"` }]),
      [200, {}, body],
    ]
    await expect(store.put(OBJECT, OPTIONS)).rejects.toMatchObject(why)
    // What was uploaded stays for the next attempt.
    expect(lines().filter((line) => line.startsWith('DELETE'))).toEqual([])
  })

  it('is tried once', async () => {
    answers = [[503, { 'retry-after': '7' }, error('SlowDown')]]
    await expect(store.put(small, OPTIONS)).rejects.toMatchObject({
      ...{ kind: 'busy', code: 'SlowDown', status: 503, message: 'HTTP 503: SlowDown', retryAfterMs: 7000 },
    })
    expect(asked).toHaveLength(1)
  })
})

describe('A probe of S3', () => {
  const NOT_ALLOWED: Answer = [403, {}, error('AccessDenied')]

  it('tells that storing is allowed where listing is not', async () => {
    const begun = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'
    answers = [NOT_ALLOWED, [200, {}, begun], [204]]
    expect(await store.probe(never)).toMatchObject({ mayList: false })
    expect(lines().at(-1)).toBe('DELETE /b/p/airdesk-probe?uploadId=u')
  })

  it('fails where neither is', async () => {
    answers = [NOT_ALLOWED, NOT_ALLOWED]
    await expect(store.probe(never)).rejects.toMatchObject({ kind: 'forbidden', code: 'AccessDenied' })
  })

  it('tells how far the clock of the store is ahead', async () => {
    const before = Date.now()
    const date = new Date(before + 100_000).toUTCString()
    answers = [[200, { date }, '<ListBucketResult></ListBucketResult>']]
    const { clockSkewMs } = await store.probe(never)
    const aheadOf = (now: number) => Date.parse(date) - now
    expect(clockSkewMs).toBeGreaterThanOrEqual(aheadOf(Date.now()))
    expect(clockSkewMs).toBeLessThanOrEqual(aheadOf(before))
  })
})

describe('An answer of S3', () => {
  it.each<[string, Answer, object]>([
    [
      'that names another region',
      [301, { 'x-amz-bucket-region': 'ap-northeast-1' }, error('PermanentRedirect')],
      {
        kind: 'refused-request',
        message: 'HTTP 301: PermanentRedirect (The bucket is in the region ap-northeast-1.)',
      },
    ],
    [
      'that expects another region',
      [400, {}, error('AuthorizationHeaderMalformed', '<Region>ap-northeast-1</Region>')],
      {
        kind: 'refused-request',
        message: 'HTTP 400: AuthorizationHeaderMalformed (The bucket is in the region ap-northeast-1.)',
      },
    ],
    [
      'of another time',
      [403, { date: new Date(Date.now() - 3_600_000).toUTCString() }, error('RequestTimeTooSkewed')],
      {
        kind: 'clock-skew',
        message: expect.stringMatching(/^HTTP 403: RequestTimeTooSkewed \(.* 3[56]\d\d s behind\.\)$/),
      },
    ],
    ['of a full store', [507, {}, error('XMinioStorageFull')], { kind: 'full' }],
    ['with a code nobody knows', [418, {}, error('Teapot')], { kind: 'refused-request', code: 'Teapot' }],
    ['that fails without a word', [502], { kind: 'busy', code: '', message: 'HTTP 502' }],
    ['that is a page of somebody else', [404, {}, '<html><p>Not here</p></html>'], { kind: 'not-found' }],
    ['that is no XML', [200, {}, 'hello'], { kind: 'refused-request' }],
    ['with a code that is none', [400, {}, error('<b>inside</b>')], { code: '', message: 'HTTP 400' }],
    ['with a code without end', [400, {}, error('x'.repeat(65))], { code: '', message: 'HTTP 400' }],
    [
      'that names a region that is none',
      [301, { 'x-amz-bucket-region': 'inside words' }, error('PermanentRedirect')],
      { message: 'HTTP 301: PermanentRedirect' },
    ],
    ['whose code is the secret', [400, {}, error('very-secret')], { code: '', message: 'HTTP 400' }],
  ])('%s is told', async (_, answer, fault) => {
    answers = [answer]
    await expect(store.probe(never)).rejects.toMatchObject(fault)
  })

  it('to HEAD, which has no body, is told by its status', async () => {
    answers = [[403]]
    await expect(store.stat('a', never)).rejects.toMatchObject({ kind: 'forbidden', code: '', status: 403 })
    answers = [[403, { date: new Date(Date.now() + 3_600_000).toUTCString() }]]
    await expect(store.stat('a', never)).rejects.toMatchObject({ kind: 'clock-skew' })
    answers = [[404]]
    expect(await store.stat('a', never)).toBeNull()
  })

  it('of which nobody reads on for a while does not stall', async () => {
    const patient = openTo(server, 3000)
    answers = [[206, { 'content-length': '9000000' }, 'x'.repeat(9_000_000)], [NO_ANSWER], [NO_ANSWER]]
    const body = await patient.read('a', { start: 0, end: 8_999_999 }, never)
    // Others stall meanwhile, one after the other: by then this one would have.
    for (let stalls = 0; stalls < 2; stalls++)
      await expect(patient.stat('a', never)).rejects.toMatchObject({ kind: 'timeout' })
    const chunks = (await body.toArray()) as Buffer[]
    expect(chunks.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(9_000_000)
    patient.close()
  })
})
