import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import type { RecordedFile } from '../../contract/archive.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { OpenedStores } from './opened-stores.ts'
import { Player } from './player.ts'
import { writeMovieFiles } from './seal/movie-files.ts'

const destination = folderDestination('/archive')
const CONSOLE = 'http://127.0.0.1:7000'
const head = randomBytes(1000)
const segments = randomBytes(2_000_000)
const movie = Buffer.concat([head, segments])
const file: RecordedFile = {
  ...{ kind: 'movie', name: 'recording.mp4', bytes: movie.length, offset: 0, durationSeconds: 9 },
  md5: createHash('md5').update(movie).digest('hex'),
}

let folder: string
let store: MemoryStore
let clock: ManualClock
let player: Player
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-player-'))
  await writeFile(join(folder, 'segments.bin'), segments)
  await writeMovieFiles(folder, head, [{ offset: 0, length: segments.length }])
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  store = new MemoryStore()
  store.objects.set('r0/recording.mp4', movie)
  clock = new ManualClock()
  const stores = new OpenedStores(() => store, clock)
  player = await Player.start({ host: '127.0.0.1', port: 0, origins: [CONSOLE], stores, clock })
})
afterEach(() => player.close())

const fromSpool = () => player.open({ from: 'spool', folder, file })
const fromStore = () => player.open({ from: 'store', destination, key: 'r0/recording.mp4', file })

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Rejects when the answer breaks off. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers, method, agent: false })
    request.once('error', reject)
    request.once('response', (response) => {
      response.toArray().then(
        (pieces: Buffer[]) =>
          resolve({
            ...{ status: response.statusCode ?? 0, headers: response.headers },
            body: Buffer.concat(pieces),
          }),
        reject,
      )
    })
    request.end()
  })
}

describe.each([
  ['the spool', fromSpool],
  ['the store', fromStore],
])('the player, from %s', (_from, open) => {
  it('serves the whole recording', async () => {
    const answer = await ask(open())
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(movie.length),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.body.equals(movie)).toBe(true)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=900-1100', 900, 1100],
    ['bytes=1500000-', 1_500_000, movie.length - 1],
    ['bytes=-500', movie.length - 500, movie.length - 1],
  ])('serves the range %s', async (range, start, end) => {
    const { status, headers, body } = await ask(open(), { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${movie.length}`)
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(body.equals(movie.subarray(start, end + 1))).toBe(true)
  })

  it('refuses a range behind the end', async () => {
    const { status, headers } = await ask(open(), { range: `bytes=${movie.length}-` })
    expect(status).toBe(416)
    expect(headers['content-range']).toBe(`bytes */${movie.length}`)
  })

  it('answers HEAD with the headers alone', async () => {
    const whole = await ask(open(), {}, 'HEAD')
    expect(whole).toMatchObject({ status: 200, headers: { 'content-length': String(movie.length) } })
    const part = await ask(open(), { range: 'bytes=5-9' }, 'HEAD')
    expect(part).toMatchObject({ status: 206, headers: { 'content-length': '5' } })
    expect(whole.body.length + part.body.length).toBe(0)
  })
})

describe('the addresses of the player', () => {
  it('hold 128 random bits', () => {
    const [first, second] = [fromStore(), fromStore()]
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/play\/[\w-]{22}\/recording\.mp4$/)
    expect(second).not.toBe(first)
  })

  it.each([
    ['another token', (url: string) => url.replace(/play\/[^/]+/, `play/${'A'.repeat(22)}`)],
    ['another name', (url: string) => url.replace('recording.mp4', 'index.m3u8')],
    ['no path', (url: string) => new URL('/', url).href],
  ])('are not served with %s', async (_what, change) => {
    expect((await ask(change(fromStore()))).status).toBe(404)
  })

  it('die after twelve hours', async () => {
    const url = fromStore()
    clock.advance(12 * 3_600_000 - 1)
    expect((await ask(url, {}, 'HEAD')).status).toBe(200)
    clock.advance(1)
    expect((await ask(url, {}, 'HEAD')).status).toBe(404)
  })

  it('are 200 at most, of which the oldest goes', async () => {
    const [oldest, next] = [fromStore(), fromStore()]
    for (let more = 0; more < 199; more++) fromStore()
    expect((await ask(oldest, {}, 'HEAD')).status).toBe(404)
    expect((await ask(next, {}, 'HEAD')).status).toBe(200)
  })
})

describe('who may ask the player', () => {
  it('is not who asks for another host', async () => {
    expect((await ask(fromStore(), { host: 'evil.example' })).status).toBe(421)
    expect((await ask(fromStore(), { host: `localhost:${player.port}` }, 'HEAD')).status).toBe(200)
  })

  it('is a page of the console, and no other page', async () => {
    const own = await ask(fromStore(), { origin: CONSOLE, range: 'bytes=0-9' })
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': CONSOLE,
      'access-control-expose-headers': 'Content-Length, Content-Range',
      vary: 'Origin',
    })
    const asking = { origin: CONSOLE, 'access-control-request-method': 'GET' }
    const preflight = await ask(fromStore(), asking, 'OPTIONS')
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-headers': 'Range' } })
    const other = await ask(fromStore(), { origin: 'http://evil.example' }, 'HEAD')
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('does no more than look', async () => {
    const { status, headers } = await ask(fromStore(), {}, 'DELETE')
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD, OPTIONS')
  })
})

describe('a recording that cannot be read', () => {
  it('is not found where it is gone', async () => {
    store.objects.clear()
    expect((await ask(fromStore())).status).toBe(404)
    const gone = player.open({ from: 'spool', folder: join(folder, 'gone'), file })
    expect((await ask(gone)).status).toBe(404)
  })

  it('is a bad gateway where the store fails', async () => {
    store.faults.read = new StoreError('credentials', 'the key is secret')
    const { status, body } = await ask(fromStore())
    expect(status).toBe(502)
    expect(body.toString()).not.toContain('secret')
  })

  it('breaks off where the store has less than it should', async () => {
    store.objects.set('r0/recording.mp4', movie.subarray(0, 1_000_000))
    await expect(ask(fromStore())).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

describe('a client of the player that goes away', () => {
  it('ends what is read for it of a store', async () => {
    const url = fromStore()
    await new Promise<void>((resolve) => {
      const request = get(url, (response) => {
        response.once('data', () => {
          request.destroy()
          resolve()
        })
        response.on('error', () => undefined)
      })
      request.on('error', () => undefined)
    })
    await waitFor(() => store.bodies[0]?.destroyed, 'the body of the store to end')
  })

  it('ends what is waited for of a store that has become silent', async () => {
    const silent = new Readable({ read: () => undefined })
    silent.push(movie.subarray(0, 10))
    store.read = () => Promise.resolve(silent)
    const request = get(fromStore(), (response) => {
      response.on('error', () => undefined)
      response.once('data', () => request.destroy())
    })
    request.on('error', () => undefined)
    await waitFor(() => silent.destroyed, 'the body of the store to end')
  })

  it('holds back what it does not take, in the store', async () => {
    let given = 0
    const endless = new Readable({
      read() {
        given += 65_536
        this.push(Buffer.alloc(65_536))
      },
    })
    store.read = () => Promise.resolve(endless)
    const large = { ...file, bytes: 2 ** 40 }
    const url = player.open({ from: 'store', destination, key: 'r0/recording.mp4', file: large })
    const request = get(url, (response) => response.pause().on('error', () => undefined))
    request.on('error', () => undefined)
    let [before, unchanged] = [0, 0]
    await waitFor(() => {
      unchanged = given > 0 && given === before ? unchanged + 1 : 0
      before = given
      return unchanged === 5
    }, 'the store to be left alone')
    expect(given).toBeLessThan(50_000_000)
    request.destroy()
    await waitFor(() => endless.destroyed, 'the body of the store to end')
  })
})
