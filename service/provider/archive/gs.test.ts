import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../../../test/support/http-endpoint.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { objectOf, sampleBytes } from '../../../test/support/storage/byte-sources.ts'
import type { GsCredential } from '../../contract/archive.ts'
import { openGsStore } from './gs.ts'
import { GS_PARTS } from './part-size.ts'
import type { ArchiveStore, PutOptions, UploadState } from './provider.ts'
import { StoreError } from './store-error.ts'

const never = new AbortController().signal
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const TOKEN = 'ya29.token-of-the-test'
const PART = 256 * 1024
const giveToken = answerJson({ access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' })
const refuse = (status: number, reason: string, message: string): Respond =>
  answerJson({ error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } }, status)

describe('Google Cloud Storage', () => {
  const clock = new ManualClock(Date.parse('2026-08-01T00:00:00Z'))
  let endpoint: HttpEndpoint | null = null
  let store: ArchiveStore | null = null
  afterEach(async () => {
    store?.close()
    await endpoint?.close()
  })

  /** @param token answers the token server, `api` everything else */
  async function open(
    api: Respond,
    token = giveToken,
    { stallMs = 5000, ...credential }: Partial<GsCredential> & { stallMs?: number } = {},
  ) {
    const given = (endpoint = await startEndpoint((request, response) =>
      (request.path === '/token' ? token : api)(request, response),
    ))
    const account = { type: 'service_account', client_email: 'a@example.com', private_key: privateKey }
    store = openGsStore(
      {
        kind: 'gs',
        reach: 'computer',
        bucket: 'archive',
        path: '',
        credential: { ...account, token_uri: `${given.url}/token`, ...credential },
      },
      { azblobEndpoint: null, gsEndpoint: given.url, stallMs, ownPorts: () => [] },
      { clock, parts: { ...GS_PARTS, usual: PART } },
    )
    return store
  }

  const calls = (path: string) => endpoint?.received.filter((request) => request.path.startsWith(path)) ?? []

  async function faultOf(request: Promise<unknown>): Promise<StoreError> {
    const error: unknown = await request.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof StoreError)) throw new Error('not a fault of a store', { cause: error })
    for (const secret of [TOKEN, privateKey.split('\n')[3] ?? ''])
      expect(JSON.stringify(error.fault)).not.toContain(secret)
    return error
  }

  const options = (more: Partial<PutOptions> = {}): PutOptions => ({
    signal: never,
    resume: null,
    onState: () => {},
    onSent: () => {},
    ...more,
  })

  it.each([
    [403, 'forbidden', 'a@example.com does not have storage.objects.get access.', 'forbidden'],
    [403, 'rateLimitExceeded', 'Too many.', 'busy'],
    [404, 'notFound', 'No such object: archive/a', 'not-found'],
    [404, 'notFound', 'The specified bucket does not exist.', 'no-bucket'],
    [413, 'uploadTooLarge', 'Too large.', 'full'],
    [429, 'rateLimitExceeded', 'Slow down.', 'busy'],
    [503, 'backendError', 'Try again.', 'busy'],
    [400, 'invalid', 'Provided MD5 hash "a" doesn\'t match calculated MD5 hash "b".', 'damaged'],
    [400, 'invalidParameter', 'No.', 'refused-request'],
  ])('tells of %i %s, %s as %s', async (status, code, message, kind) => {
    const opened = await open(refuse(status, code, message))
    const { fault } = await faultOf(opened.read('a', { start: 0, end: 9 }, never))
    expect(fault).toEqual({ kind, status, code, message: `HTTP ${status}: ${code}`, retryAfterMs: null })
  })

  it('tells when it is to be asked again', async () => {
    const opened = await open((_request, response) => {
      response.writeHead(503, { 'retry-after': '30' }).end('<html>busy</html>')
    })
    expect(await faultOf(opened.probe(never))).toMatchObject({ kind: 'busy', retryAfterMs: 30_000 })
  })

  it('asks for a token once, and again a minute before it ends', async () => {
    const opened = await open(answerJson({ name: 'a', size: '1' }))
    await Promise.all([opened.stat('a', never), opened.stat('a', never)])
    expect(calls('/token')).toHaveLength(1)
    expect(calls('/storage').at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    clock.advance(3_539_000)
    await opened.stat('a', never)
    expect(calls('/token')).toHaveLength(1)
    clock.advance(2000)
    await opened.stat('a', never)
    expect(calls('/token')).toHaveLength(2)
  })

  it('asks for another token once when one is refused', async () => {
    const opened = await open(refuse(401, 'authError', 'Invalid Credentials'))
    expect((await faultOf(opened.stat('a', never))).kind).toBe('credentials')
    expect([calls('/token').length, calls('/storage').length]).toEqual([2, 2])
  })

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 'credentials'],
    [400, { error: 'invalid_grant', error_description: 'Check your iat and exp values.' }, 'clock-skew'],
    [401, { error: 'invalid_client' }, 'credentials'],
    [500, {}, 'busy'],
    [404, {}, 'credentials'],
  ])('tells of %i %j of the token server as %s', async (status, body, kind) => {
    const date = new Date(clock.now()).toUTCString()
    const opened = await open(answerJson({}), (_request, response) => {
      response.writeHead(status, { date }).end(JSON.stringify(body))
    })
    expect((await faultOf(opened.stat('a', never))).kind).toBe(kind)
    expect(calls('/storage')).toEqual([])
  })

  it('takes the clock for the reason when the one of the token server is another', async () => {
    const opened = await open(answerJson({}), (_request, response) => {
      response.writeHead(400, { date: new Date(clock.now() - 600_000).toUTCString() })
      response.end('{"error":"invalid_grant"}')
    })
    expect((await faultOf(opened.stat('a', never))).kind).toBe('clock-skew')
  })

  it('tells of a key that is none', async () => {
    const opened = await open(answerJson({}), giveToken, { private_key: 'secret words' })
    const { kind, message } = await faultOf(opened.stat('a', never))
    expect(kind).toBe('credentials')
    expect(message).not.toContain('secret words')
  })

  it('takes its token nowhere else', async () => {
    const other = await startEndpoint()
    const opened = await open((_request, response) => {
      response.writeHead(307, { location: `${other.url}/storage` }).end()
    })
    expect((await faultOf(opened.stat('a', never))).kind).toBe('refused-request')
    expect(other.received).toEqual([])
    await other.close()
  })

  it('may be read slowly: who has enough for now does not stall', async () => {
    const bytes = Buffer.alloc(9_000_000, 'x')
    const slow: Respond = ({ path }, response) => {
      if (!path.includes('stalls')) response.writeHead(206, { 'content-length': bytes.length }).end(bytes)
    }
    const opened = await open(slow, giveToken, { stallMs: 3000 })
    const body = await opened.read('a', { start: 0, end: bytes.length - 1 }, never)
    // Others stall meanwhile, one after the other: by then this one would have.
    for (let stalls = 0; stalls < 2; stalls++)
      expect((await faultOf(opened.stat('stalls', never))).kind).toBe('timeout')
    expect(Buffer.concat((await body.toArray()) as Buffer[]).equals(bytes)).toBe(true)
  })

  describe('an upload in chunks', () => {
    const object = objectOf('movie.mp4', sampleBytes(2 * PART + 100), 'video/mp4')
    const complete = answerJson({
      name: 'movie.mp4',
      size: String(object.body.size),
      md5Hash: Buffer.from(object.md5, 'hex').toString('base64'),
    })
    const begin: Respond = (_request, response) => {
      response.writeHead(200, { location: `${endpoint?.url}/session?upload_id=session-secret` }).end()
    }
    const more =
      (stored: number): Respond =>
      (_request, response) => {
        response.writeHead(308, stored > 0 ? { range: `bytes=0-${stored - 1}` } : {}).end()
      }
    /** Answers the chunks of an upload one after another. */
    const inTurn = (...answers: Respond[]): Respond => {
      const left = [...answers]
      return (request, response) =>
        (request.path.startsWith('/session') ? (left.shift() ?? complete) : begin)(request, response)
    }
    const ranges = () => calls('/session').map(({ headers }) => headers['content-range'])

    it('goes on where the store says it is, also further back', async () => {
      const opened = await open(inTurn(more(PART), more(2 * PART - 1000 * 8), more(2 * PART)))
      const states: UploadState[] = []
      await opened.put(object, options({ onState: (state) => states.push(state) }))
      expect(ranges()).toEqual([
        `bytes 0-${PART - 1}/${object.body.size}`,
        `bytes ${PART}-${2 * PART - 1}/${object.body.size}`,
        `bytes ${2 * PART - 8000}-${object.body.size - 1}/${object.body.size}`,
        `bytes ${2 * PART}-${object.body.size - 1}/${object.body.size}`,
      ])
      expect(states.map(({ parts }) => parts.length)).toEqual([0, 1, 1, 2, 3])
    })

    it.each([400, 404, 410, 499])('is begun anew where the store has given it up (%s)', async (status) => {
      const gone: Respond = (_request, response) => void response.writeHead(status).end()
      const opened = await open(inTurn(gone, more(PART), more(2 * PART)))
      const uploadId = `${endpoint?.url}/session?upload_id=old`
      const resume = { uploadId, partBytes: PART, parts: [''] }
      await opened.put(object, options({ resume }))
      expect(ranges()[0]).toBe(`bytes */${object.body.size}`)
      expect(ranges()).toHaveLength(4)
    })

    it('sends no token to the address of the upload, and shows that in no error', async () => {
      const echo: Respond = (request, response) =>
        refuse(400, 'invalid', `No ${endpoint?.url}${request.path} session-secret`)(request, response)
      const opened = await open(inTurn(echo))
      const { message } = await faultOf(opened.put(object, options()))
      expect(message).toBe('HTTP 400: invalid')
      expect(calls('/session')[0]?.headers).not.toHaveProperty('authorization')
    })

    it('tells when the store takes nothing', async () => {
      const opened = await open(inTurn(more(0)))
      expect((await faultOf(opened.put(object, options()))).kind).toBe('busy')
    })

    it.each([404, 410])('is begun anew after %i', async (status) => {
      const opened = await open(inTurn(refuse(status, 'notFound', 'gone'), more(PART), more(2 * PART)))
      const resume = { uploadId: `${endpoint?.url}/session?upload_id=old`, partBytes: PART, parts: [''] }
      expect((await opened.put(object, options({ resume }))).size).toBe(object.body.size)
      expect(calls('/upload')).toHaveLength(1)
    })

    it('is damaged when the store tells of another digest', async () => {
      const other = { name: 'movie.mp4', size: String(object.body.size), md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' }
      const opened = await open(inTurn(more(PART), more(2 * PART), answerJson(other)))
      expect((await faultOf(opened.put(object, options()))).kind).toBe('damaged')
    })
  })
})
