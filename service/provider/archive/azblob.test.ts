import { afterEach, describe, expect, it } from 'vitest'
import { answerOk, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../../../test/support/http-endpoint.ts'
import { objectOf, sampleBytes } from '../../../test/support/storage/byte-sources.ts'
import { accountUrl } from './azblob-client.ts'
import { openAzblobStore } from './azblob.ts'
import { bytesSource } from './byte-source.ts'
import { AZURE_PARTS } from './part-size.ts'
import type { StoreTuning, UploadState } from './provider.ts'
import { StoreError } from './store-error.ts'

const never = new AbortController().signal
const KEY = Buffer.from('the key of the account').toString('base64')

describe('the address of an account', () => {
  it.each([
    [null, 'https://acme.blob.core.windows.net'],
    ['https://blob.core.chinacloudapi.cn', 'https://acme.blob.core.chinacloudapi.cn'],
    ['https://acme.blob.core.chinacloudapi.cn/', 'https://acme.blob.core.chinacloudapi.cn'],
    ['http://127.0.0.1:10000', 'http://127.0.0.1:10000/acme'],
    ['http://127.0.0.1:10000/acme/', 'http://127.0.0.1:10000/acme'],
    ['http://[::1]:10000/', 'http://[::1]:10000/acme'],
    ['http://localhost:10000', 'http://localhost:10000/acme'],
    ['http://acme.localhost:10000', 'http://acme.localhost:10000'],
    ['http://azurite:10000', 'http://azurite:10000/acme'],
    ['https://gateway.example.com/acme', 'https://gateway.example.com/acme'],
  ])('with the endpoint %s is %s', (endpoint, url) => {
    expect(accountUrl('acme', endpoint)).toBe(url)
  })
})

describe('what Azure Blob Storage answers', () => {
  let endpoint: HttpEndpoint | null = null
  afterEach(() => endpoint?.close())

  async function storeThat(respond: Respond, stallMs = 5000, tuning: StoreTuning = {}) {
    endpoint = await startEndpoint(respond)
    return openAzblobStore(
      { kind: 'azblob', reach: 'computer', container: 'archive', path: '', account: 'acme', key: KEY },
      { azblobEndpoint: endpoint.url, gsEndpoint: null, stallMs, ownPorts: () => [] },
      tuning,
    )
  }

  async function faultOfProbe(respond: Respond): Promise<StoreError> {
    const store = await storeThat(respond)
    const error: unknown = await store.probe(never).then(
      () => null,
      (reason: unknown) => reason,
    )
    store.close()
    if (!(error instanceof StoreError)) throw new Error('not a fault of a store', { cause: error })
    expect(JSON.stringify(error.fault)).not.toContain(KEY)
    return error
  }

  const failing =
    (status: number, code: string, message: string, headers: Record<string, string> = {}): Respond =>
    (_request, response) => {
      const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
      const type = { 'content-type': 'application/xml', 'x-ms-error-code': code }
      response.writeHead(status, { ...type, ...headers }).end(xml)
    }
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toUTCString()
  const UNSIGNED = 'Server failed to authenticate the request.'

  it.each([
    [403, 'AuthenticationFailed', UNSIGNED, 'credentials'],
    [403, 'AuthorizationFailure', UNSIGNED, 'credentials'],
    [404, 'ContainerNotFound', 'The specified container does not exist.', 'no-bucket'],
    [409, 'ContainerBeingDeleted', 'It is.', 'no-bucket'],
    [503, 'ServerBusy', 'The server is busy.', 'busy'],
    [500, 'InternalError', 'Try again.', 'busy'],
    [507, 'InsufficientStorage', 'No room.', 'full'],
    [400, 'InvalidHeaderValue', 'No.', 'refused-request'],
  ])('%i %s, %s, is %s', async (status, code, message, kind) => {
    const { fault } = await faultOfProbe(failing(status, code, message))
    expect(fault).toMatchObject({ kind, status, code, message: `HTTP ${status}: ${code}` })
  })

  it.each([
    ['AuthorizationFailure', 'This request is not authorized to perform this operation.'],
    ['AuthorizationPermissionMismatch', 'Not this one.'],
  ])('403 %s, %s, is forbidden, and who may not list may still store', async (code, message) => {
    const store = await storeThat(failing(403, code, message))
    expect(await store.probe(never)).toEqual({ clockSkewMs: null, mayList: false })
    await expect(store.delete('a', never)).rejects.toMatchObject({ kind: 'forbidden', status: 403, code })
    store.close()
  })

  it.each([1, -1])('is of clocks when the one of the store is %i h ahead', async (ahead) => {
    const { kind } = await faultOfProbe(
      failing(403, 'AuthenticationFailed', UNSIGNED, { date: hours(ahead) }),
    )
    expect(kind).toBe('clock-skew')
  })

  it('may say when to come again', async () => {
    const { retryAfterMs } = await faultOfProbe(failing(503, 'ServerBusy', 'Busy.', { 'retry-after': '7' }))
    expect(retryAfterMs).toBe(7000)
  })

  it('is not asked for twice, and says nothing of this machine', async () => {
    await faultOfProbe(failing(500, 'InternalError', 'Try again.'))
    expect(endpoint?.received).toHaveLength(1)
    const headers = endpoint?.received[0]?.headers ?? {}
    expect(headers['user-agent']).toBe('Airdesk')
    expect(Object.keys(headers)).not.toContain('traceparent')
  })

  it('may be read slowly: who has enough for now does not stall', async () => {
    const bytes = Buffer.alloc(9_000_000, 'x')
    const store = await storeThat(({ method }, response) => {
      if (method === 'GET')
        response.writeHead(206, { 'content-length': bytes.length, etag: '"a"' }).end(bytes)
    }, 3000)
    const body = await store.read('a', { start: 0, end: bytes.length - 1 }, never)
    // Others stall meanwhile, one after the other: by then this one would have.
    for (let stalls = 0; stalls < 2; stalls++)
      await expect(store.stat('a', never)).rejects.toMatchObject({ kind: 'timeout' })
    expect(Buffer.concat((await body.toArray()) as Buffer[]).equals(bytes)).toBe(true)
    store.close()
  })

  it('is asked what it has stored only where it has not said so', async () => {
    const methods: string[] = []
    const said = Buffer.from('900150983cd24fb0d6963f7d28e17f72', 'hex').toString('base64')
    let isSaid = true
    const store = await storeThat((request, response) => {
      methods.push(request.method)
      response.statusCode = request.method === 'PUT' ? 201 : 200
      if (isSaid || request.method === 'HEAD') response.setHeader('content-md5', said)
      if (request.method === 'HEAD') response.setHeader('content-length', 3)
      response.end()
    })
    const object = {
      ...{ key: 'a', body: bytesSource(Buffer.from('abc')), contentType: 'text/plain' },
      md5: '900150983cd24fb0d6963f7d28e17f72',
    }
    const put = () => store.put(object, { signal: never, resume: null, onState: () => {}, onSent: () => {} })
    expect(await put()).toEqual({ key: 'a', size: 3, md5: object.md5 })
    isSaid = false
    expect(await put()).toEqual({ key: 'a', size: 3, md5: object.md5 })
    expect(methods).toEqual(['PUT', 'PUT', 'HEAD'])
    store.close()
  })

  describe('to an upload in blocks whose end it did not tell', () => {
    const object = objectOf('movie', sampleBytes(1000))
    const contentMd5 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

    it.each([
      ['has it, sends nothing again', object.md5, 0],
      ['has another object there, sends what is missing', '0'.repeat(32), 1000],
    ])('where it %s', async (_, there, again) => {
      let commits = 0
      let sent = 0
      const states: UploadState[] = []
      const store = await storeThat(
        ({ method, path }, response) => {
          const isCommit = method === 'PUT' && path.includes('comp=blocklist')
          if (isCommit && ++commits === 1) return void response.destroy()
          if (method === 'HEAD') {
            const md5 = commits === 1 ? there : object.md5
            response.writeHead(200, { 'content-length': 1000, 'content-md5': contentMd5(md5) })
          } else if (method === 'GET') response.writeHead(200, { 'content-type': 'application/xml' })
          else response.statusCode = 201
          response.end(method === 'GET' ? '<BlockList><UncommittedBlocks/></BlockList>' : undefined)
        },
        5000,
        { parts: { ...AZURE_PARTS, usual: 400 } },
      )
      const put = (resume: UploadState | null) =>
        store.put(object, {
          ...{ signal: never, resume },
          onState: (state) => states.push(state),
          onSent: (bytes) => (sent += bytes),
        })
      await expect(put(null)).rejects.toMatchObject({ kind: 'interrupted' })
      expect(sent).toBe(1000)
      sent = 0
      expect(await put(states.at(-1) ?? null)).toEqual({ key: 'movie', size: 1000, md5: object.md5 })
      expect(sent).toBe(again)
      store.close()
    })
  })

  it('is damaged when what is there afterwards is not what was sent', async () => {
    const store = await storeThat((request, response) => {
      const other = { 'content-length': '3', 'content-md5': Buffer.alloc(16).toString('base64') }
      if (request.method === 'HEAD') response.writeHead(200, other)
      else response.statusCode = 201
      answerOk(request, response)
    })
    const object = {
      key: 'a',
      body: bytesSource(Buffer.from('abc')),
      md5: '900150983cd24fb0d6963f7d28e17f72',
      contentType: 'text/plain',
    }
    const options = { signal: never, resume: null, onState: () => {}, onSent: () => {} }
    await expect(store.put(object, options)).rejects.toMatchObject({ kind: 'damaged' })
    store.close()
  })
})
