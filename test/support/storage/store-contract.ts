/** What every store of archives must do, whoever made it: one suite, run against each with a real server. */
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { StoreError } from '../../../service/provider/archive/store-error.ts'
import type {
  ArchiveStore,
  ObjectFacts,
  PutOptions,
  StoredObject,
  UploadState,
} from '../../../service/provider/archive/provider.ts'
import type { StoreFaultKind } from '../../../service/contract/store-fault.ts'
import { freePort } from '../free-port.ts'
import { waitFor } from '../wait-for.ts'
import { md5Of, objectOf, sampleBytes } from './byte-sources.ts'
import { TcpRelay } from './store-contract-relay.ts'
import type { RelayManner } from './store-contract-relay.ts'

/** How a store is opened; each but `good` has one thing wrong with it. */
export type Access = 'good' | 'wrong-secret' | 'wrong-key-id' | 'no-permission' | 'no-bucket' | 'unknown-host'

/** What cannot be had from a store. `network`: it is reached without any. */
export type Absent = Exclude<Access, 'good'> | 'clock-skew' | 'network'

export interface OpenOptions {
  /** On 127.0.0.1, of a relay to the server or of nobody; the server's own unless given. */
  readonly port?: number
  /** 10,000 unless given. */
  readonly stallMs?: number
}

/** A server that runs, and the store in question in front of it. Destinations have a path that is not empty. */
export interface StoreUnderTest {
  /** Bytes of a part in every store that `open` gives: as small as the store allows. */
  readonly partBytes: number
  /** Objects on a page of `list` in every store that `open` gives: a few. */
  readonly pageSize: number
  /** Of the server, on 127.0.0.1; null where there is no network. */
  readonly port: number | null
  /** What no error may ever show. */
  readonly secrets: readonly string[]
  /** What is told where the place itself is not there; `no-bucket` where it is not given. */
  readonly absent?: StoreFaultKind
  open(access: Access, options?: OpenOptions): ArchiveStore
  /** By the vendor's SDK or the file system; null where there is none. `contentType` is null where the store has none. */
  readBack(key: string): Promise<{ readonly bytes: Uint8Array; readonly contentType: string | null } | null>
  /** Keys of everything below the destination's path, also what should not be there, by the vendor's SDK or the file system. */
  listRaw(): Promise<readonly string[]>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

const never = new AbortController().signal

/**
 * @param start runs once, before the tests of the suite
 * @param without faults that this store does not know, each with the reason
 */
export function describeStoreContract(
  name: string,
  start: () => Promise<StoreUnderTest>,
  without: Partial<Readonly<Record<Absent, string>>> = {},
): void {
  describe(name, () => {
    let under: StoreUnderTest
    let store: ArchiveStore
    beforeAll(async () => {
      under = await start()
      store = under.open('good')
    })
    afterAll(async () => {
      store.close()
      await under.stop()
    })

    /** A test that some stores cannot have. */
    const itUnless = (absent: Absent, title: string, run: () => Promise<void>) =>
      it(title, async (context) => {
        const reason = without[absent]
        if (reason !== undefined) context.skip(reason)
        await run()
      })

    const put = (object: StoredObject, options: Partial<PutOptions> = {}, to = store) =>
      putOf(to, object, options)

    /** The fault that a request fails with, once nothing of it shows a secret. */
    async function faultOf(request: Promise<unknown>): Promise<StoreError> {
      const error = await request.then(
        () => new Error('nothing failed'),
        (reason: unknown) => reason,
      )
      expect(error, inspect(error)).toBeInstanceOf(StoreError)
      if (!(error instanceof StoreError)) throw error
      expectNoSecret(error, under.secrets)
      expect(error.message).not.toBe('')
      return error
    }

    async function expectStored(object: StoredObject): Promise<void> {
      const bytes = await object.body.read(0, object.body.size)
      const stored = await under.readBack(object.key)
      expect(stored?.bytes.byteLength).toBe(bytes.byteLength)
      expect(md5Of(stored?.bytes ?? Buffer.alloc(0))).toBe(object.md5)
      expect([object.contentType, null]).toContain(stored?.contentType)
    }

    async function expectAbsent(key: string): Promise<void> {
      expect(await under.readBack(key)).toBeNull()
      expect(await store.stat(key, never)).toBeNull()
      expect(await keysOf(store.list(key, never))).toEqual([])
    }

    /** Three parts, of which the last one is short. */
    const partsObject = (key: string, seed: number) =>
      objectOf(key, sampleBytes(2 * under.partBytes + 12_345, seed), 'video/mp4')

    describe('objects', () => {
      it('are stored with their contents and their type', async () => {
        const object = objectOf('put/small.m4s', sampleBytes(70_000))
        const { facts, sent } = await put(object)
        expect(facts).toMatchObject({ key: object.key, size: 70_000 })
        expect([object.md5, null]).toContain(facts.md5)
        expect(sent).toBe(70_000)
        await expectStored(object)
        expect(await under.listRaw()).toContain(object.key)
      })

      it('may have one byte', async () => {
        const object = objectOf('put/one.bin', sampleBytes(1))
        await put(object)
        await expectStored(object)
      })

      it('may have none', async () => {
        const object = objectOf('put/none.bin', sampleBytes(0))
        await put(object)
        await expectStored(object)
        expect((await read(store, object.key, 0, 10)).byteLength).toBe(0)
      })

      it('that are large are stored in parts', async () => {
        const object = partsObject('put/large.mp4', 2)
        const { facts, sent, states } = await put(object)
        expect(facts.size).toBe(object.body.size)
        expect(sent).toBe(object.body.size)
        const partsOf = states.map((state) => state.parts.length)
        expect(partsOf).toEqual(partsOf.toSorted((a, b) => a - b))
        expect(states.at(-1)?.partBytes).toBe(under.partBytes)
        expect(JSON.parse(JSON.stringify(states))).toEqual(states)
        expectNoSecret(states, under.secrets)
        await expectStored(object)
        expect((await store.stat(object.key, never))?.size).toBe(object.body.size)
      })

      it('of exactly some parts are stored too', async () => {
        const object = objectOf('put/even.mp4', sampleBytes(2 * under.partBytes, 3), 'video/mp4')
        await put(object)
        await expectStored(object)
      })

      it('replace one of their name', async () => {
        for (const object of [
          objectOf('put/again.bin', sampleBytes(1000, 4)),
          partsObject('put/again.bin', 5),
          objectOf('put/again.bin', sampleBytes(10, 6)),
        ]) {
          await put(object)
          await expectStored(object)
        }
      })

      it.each([
        'names/with spaces.mp4',
        'names/日本語のファイル.mp4',
        'names/a+b&c=d.mp4',
        'names/100%25 of #1?.mp4',
        "names/(it's) [ok]~!@$,;.mp4",
      ])('may be called %s', async (key) => {
        if (process.platform === 'win32') key = key.replace('?', '')
        const object = objectOf(key, Buffer.from(key))
        await put(object)
        await expectStored(object)
        expect(await store.stat(key, never)).toMatchObject({ key, size: Buffer.byteLength(key) })
        expect((await read(store, key, 0, 999)).toString()).toBe(key)
        expect(await keysOf(store.list(key, never))).toEqual([key])
        await store.delete(key, never)
        await expectAbsent(key)
      })

      it('that differ from what was recorded are not stored', async () => {
        for (const object of [objectOf('changed/small', sampleBytes(100)), partsObject('changed/large', 7)]) {
          const { kind } = await faultOf(put({ ...object, md5: md5Of(Buffer.from('other')) }))
          expect(kind).toBe('local' satisfies StoreFaultKind)
          await expectAbsent(object.key)
        }
      })

      it('whose local copy cannot be read are not stored', async () => {
        const read = () => Promise.reject(new Error('gone'))
        for (const object of [objectOf('gone/small', sampleBytes(100)), partsObject('gone/large', 8)]) {
          const { kind } = await faultOf(put({ ...object, body: { size: object.body.size, read } }))
          expect(kind).toBe('local' satisfies StoreFaultKind)
          await expectAbsent(object.key)
        }
      })
    })

    describe('what is there', () => {
      it('is told with its size and digest; what is not there as null', async () => {
        const object = objectOf('stat/a', sampleBytes(5000, 9))
        await put(object)
        const facts = await store.stat('stat/a', never)
        expect(facts).toMatchObject({ key: 'stat/a', size: 5000 })
        expect([object.md5, null]).toContain(facts?.md5)
        expect(await store.stat('stat/b', never)).toBeNull()
        expect(await store.stat('stat', never)).toBeNull()
      })

      it('is read by ranges', async () => {
        const bytes = sampleBytes(100_000, 10)
        await put(objectOf('read/a', bytes))
        for (const [start, end] of [
          [0, 0],
          [0, 99],
          [50_000, 60_000],
          [99_999, 99_999],
          [99_990, 200_000],
          [0, 99_999],
        ] as const) {
          expect(md5Of(await read(store, 'read/a', start, end))).toBe(md5Of(bytes.subarray(start, end + 1)))
        }
      })

      it('is not read where there is nothing', async () => {
        const { kind } = await faultOf(store.read('read/absent', { start: 0, end: 9 }, never))
        expect(kind).toBe('not-found')
      })

      it('is listed by prefix, page after page', async () => {
        const keys = Array.from({ length: 2 * under.pageSize + 1 }, (_, n) => `list/in/${n}.m4s`)
        for (const key of [...keys, 'list/inner', 'list/other/0.m4s'])
          await put(objectOf(key, Buffer.from(key)))
        const listed: ObjectFacts[] = []
        for await (const facts of store.list('list/in/', never)) listed.push(facts)
        expect(listed.map((facts) => facts.key).sort()).toEqual(keys.sort())
        expect(listed.map((facts) => facts.size)).toEqual(listed.map((facts) => facts.key.length))
        expect((await keysOf(store.list('list/in', never))).sort()).toEqual([...keys, 'list/inner'].sort())
        expect(await keysOf(store.list('list/nothing', never))).toEqual([])
      })

      it('is deleted, and what is not there counts as deleted', async () => {
        await put(objectOf('delete/a', sampleBytes(10)))
        await store.delete('delete/a', never)
        await expectAbsent('delete/a')
        await store.delete('delete/a', never)
        await store.delete('delete/nowhere/b', never)
      })

      it('tells a probe that all is well', async () => {
        const probe = await store.probe(never)
        expect(probe.mayList).toBe(true)
        expect(Math.abs(probe.clockSkewMs ?? 0)).toBeLessThan(10_000)
      })
    })

    describe('an upload that was aborted', () => {
      /** How far it came: two of three parts. */
      async function abortAfterTwoParts(object: StoredObject): Promise<UploadState> {
        const stop = new AbortController()
        const reason = new Error('aborted by the test')
        let last: UploadState | null = null
        const onState = (state: UploadState) => {
          last = state
          if (state.parts.length === 2) stop.abort(reason)
        }
        await expect(put(object, { signal: stop.signal, onState })).rejects.toBe(reason)
        const state = last as UploadState | null
        if (state?.parts.length !== 2) throw new Error('no state of two parts was told')
        return JSON.parse(JSON.stringify(state)) as UploadState
      }

      it('leaves no half object, and goes on with the parts that are missing', async () => {
        const object = partsObject('abort/resumed.mp4', 11)
        const resume = await abortAfterTwoParts(object)
        await expectAbsent(object.key)
        const { sent } = await put(object, { resume })
        expect(sent).toBe(12_345)
        await expectStored(object)
      })

      it('leaves the object that was there', async () => {
        const old = objectOf('abort/replaced.mp4', sampleBytes(1000, 12))
        await put(old)
        const object = partsObject(old.key, 13)
        const state = await abortAfterTwoParts(object)
        await expectStored(old)
        await store.abort(object.key, state, never)
        await expectStored(old)
      })

      it('begins anew where the store has forgotten it', async () => {
        const object = partsObject('abort/forgotten.mp4', 14)
        const resume = await abortAfterTwoParts(object)
        await store.abort(object.key, resume, never)
        await store.abort(object.key, resume, never)
        await expectAbsent(object.key)
        const { sent } = await put(object, { resume })
        expect(sent).toBe(object.body.size)
        await expectStored(object)
      })

      it('sends a part again whose local bytes are others now', async () => {
        const before = partsObject('abort/changed.mp4', 15)
        const resume = await abortAfterTwoParts(before)
        const object = partsObject(before.key, 16)
        // What arrives is right, or the upload says that something is wrong; never is it a mixture.
        await put(object, { resume }).then(
          () => expectStored(object),
          (error: unknown) => expect((error as StoreError).kind).toBe('damaged'),
        )
        await put(object)
        await expectStored(object)
      })

      it('was aborted before it began', async () => {
        const reason = new Error('at once')
        const object = partsObject('abort/early.mp4', 17)
        await expect(put(object, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
        await expectAbsent(object.key)
      })
    })

    describe('a destination that is wrong', () => {
      const cases: readonly (readonly [Exclude<Access, 'good'>, string, StoreFaultKind])[] = [
        ['wrong-secret', 'its secret is another one', 'credentials'],
        ['wrong-key-id', 'it names an account that is not there', 'credentials'],
        ['no-permission', 'its account has no rights', 'forbidden'],
        ['no-bucket', 'its bucket or folder is not there', 'no-bucket'],
        ['unknown-host', 'its host is not there', 'dns'],
      ]
      for (const [access, words, usual] of cases) {
        itUnless(access, `is told by put and probe: ${words}`, async () => {
          const kind = access === 'no-bucket' ? (under.absent ?? usual) : usual
          const wrong = under.open(access)
          expect((await faultOf(put(objectOf('wrong/a', sampleBytes(10)), {}, wrong))).kind).toBe(kind)
          expect((await faultOf(put(partsObject('wrong/b', 18), {}, wrong))).kind).toBe(kind)
          expect((await faultOf(wrong.probe(never))).kind).toBe(kind)
          wrong.close()
          for (const key of ['wrong/a', 'wrong/b']) await expectAbsent(key)
        })
      }

      itUnless('network', 'is told: nothing listens there', async () => {
        const wrong = under.open('good', { port: await freePort() })
        expect((await faultOf(put(objectOf('wrong/c', sampleBytes(10)), {}, wrong))).kind).toBe('refused')
        expect((await faultOf(wrong.probe(never))).kind).toBe('refused')
        wrong.close()
      })

      itUnless('clock-skew', 'is told: its clock differs by an hour', async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
        try {
          const wrong = under.open('good')
          const object = objectOf('wrong/d', sampleBytes(10))
          // Also after the first answer, from which a client could have learned the time.
          for (let n = 0; n < 2; n++) expect((await faultOf(put(object, {}, wrong))).kind).toBe('clock-skew')
          expect((await faultOf(wrong.probe(never))).kind).toBe('clock-skew')
          wrong.close()
        } finally {
          vi.useRealTimers()
        }
      })
    })

    describe('a network that is bad', () => {
      /** The store behind a relay, once it knows its way. */
      async function behindRelay(
        run: (far: ArchiveStore, be: (manner: RelayManner) => void) => Promise<void>,
        stallMs?: number,
      ): Promise<void> {
        await using relay = await TcpRelay.open(under.port ?? 0)
        const far = under.open('good', { port: relay.port, ...(stallMs !== undefined && { stallMs }) })
        // A short stall is one of a busy machine too.
        await waitFor(() => far.probe(never).then(() => true), 'the store knows its way')
        await run(far, (manner) => relay.be(manner))
        far.close()
      }

      itUnless('network', 'is told: the server accepts and never answers', () =>
        behindRelay(async (far, be) => {
          be({ kind: 'hang' })
          // Who keeps to no limit of a stall waits longer than this test may.
          const object = objectOf('network/hang', sampleBytes(1000))
          expect((await faultOf(put(object, {}, far))).kind).toBe('timeout')
          expect((await faultOf(far.probe(never))).kind).toBe('timeout')
        }, 500),
      )

      itUnless('network', 'is told: an answer stops in its midst', () =>
        behindRelay(async (far, be) => {
          await put(objectOf('network/stop', sampleBytes(1_000_000, 19)))
          be({ kind: 'hang-answer', after: 300_000 })
          expect((await faultOf(read(far, 'network/stop', 0, 999_999))).kind).toBe('timeout')
        }, 500),
      )

      itUnless('network', 'is told: an answer is cut', () =>
        behindRelay(async (far, be) => {
          await put(objectOf('network/cut', sampleBytes(1_000_000, 20)))
          be({ kind: 'cut-answer', after: 300_000 })
          expect((await faultOf(read(far, 'network/cut', 0, 999_999))).kind).toBe('interrupted')
        }),
      )

      itUnless('network', 'is borne where it is slow but steady', () =>
        behindRelay(async (far, be) => {
          be({ kind: 'trickle', bytes: 48, everyMs: 100 })
          const object = objectOf('network/slow', sampleBytes(3000, 21))
          const before = performance.now()
          await put(object, {}, far)
          expect(await read(far, object.key, 0, 2999)).toEqual(await object.body.read(0, 3000))
          // Longer than a stall.
          expect(performance.now() - before).toBeGreaterThan(5000)
        }, 5000),
      )

      itUnless('network', 'that cuts an upload leaves no half object, and lets it go on', () =>
        behindRelay(async (far, be) => {
          const object = partsObject('network/upload.mp4', 22)
          be({ kind: 'cut-sent', after: 1.5 * under.partBytes })
          let resume: UploadState | null = null
          const onState = (state: UploadState) => (resume = state)
          expect((await faultOf(put(object, { onState }, far))).kind).toBe('interrupted')
          await expectAbsent(object.key)
          be({ kind: 'pass' })
          const { sent } = await put(object, { resume }, far)
          expect(sent).toBe(object.body.size - under.partBytes)
          await expectStored(object)
        }),
      )

      itUnless('network', 'that changes a byte damages no object', () =>
        behindRelay(async (far, be) => {
          be({ kind: 'flip-sent', at: 20_000 })
          const object = objectOf('network/flip', sampleBytes(60_000, 23))
          expect((await faultOf(put(object, {}, far))).kind).toBe('damaged')
          await expectAbsent(object.key)
          await put(object, {}, far)
          await expectStored(object)
        }),
      )

      itUnless('network', 'is left at once when a request is aborted', () =>
        behindRelay(async (far, be) => {
          be({ kind: 'hang' })
          const reason = new Error('aborted by the test')
          const stop = new AbortController()
          const sending = put(objectOf('network/abort', sampleBytes(1000)), { signal: stop.signal }, far)
          const asking = far.stat('network/abort', stop.signal)
          setTimeout(() => stop.abort(reason), 50)
          await expect(sending).rejects.toBe(reason)
          await expect(asking).rejects.toBe(reason)
        }),
      )
    })
  })
}

/** Puts, and remembers what was told meanwhile. */
async function putOf(store: ArchiveStore, object: StoredObject, options: Partial<PutOptions>) {
  let sent = 0
  const states: UploadState[] = []
  const facts = await store.put(object, {
    signal: options.signal ?? never,
    resume: options.resume ?? null,
    onState(state) {
      states.push(structuredClone(state))
      options.onState?.(state)
    },
    onSent: (bytes) => (sent += bytes),
  })
  return { facts, sent, states }
}

async function read(store: ArchiveStore, key: string, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await store.read(key, { start, end }, never)) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

async function keysOf(list: AsyncIterable<ObjectFacts>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of list) keys.push(key)
  return keys
}

function expectNoSecret(value: unknown, secrets: readonly string[]): void {
  const shown = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value)]
  if (value instanceof Error)
    shown.push(value.message, value.stack ?? '', inspect(value.cause, { depth: 20 }))
  if (value instanceof StoreError) shown.push(JSON.stringify(value.fault))
  for (const secret of secrets) expect(shown.join('\n')).not.toContain(secret)
}
