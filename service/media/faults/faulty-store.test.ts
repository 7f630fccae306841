import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { armedRules } from '../../../test/support/armed-rules.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import type { ArchiveKind } from '../../contract/archive.ts'
import type { FaultInput } from '../../contract/faults.ts'
import { madeUpAnswer, madeUpSilence } from '../../provider/archive/made-up-answer.ts'
import { bytesSource } from '../../provider/archive/byte-source.ts'
import { faultyStore } from './faulty-store.ts'

type StoreInput = Extract<FaultInput, { at: 'store' }>

const OF = { systemId: 'system', destinationId: 'destination', channelId: 'channel' }
const { signal } = new AbortController()
const OBJECT = {
  ...{ key: 'a/b', body: bytesSource(Buffer.from('bytes')), contentType: 'video/mp4' },
  md5: createHash('md5').update('bytes').digest('hex'),
}
const PUT = { signal, resume: null, onState: () => undefined, onSent: () => undefined }
const rule = (effect: StoreInput['effect'], more: Partial<StoreInput> = {}): FaultInput => ({
  ...{ id: 'it', at: 'store', effect },
  ...more,
})

function store(faults: readonly FaultInput[], of: object = OF) {
  const clock = new ManualClock()
  const { rules, arm, counts } = armedRules(faults, clock)
  const real = new MemoryStore()
  const faulty = faultyStore(real, { rules, of, kind: 's3', clock, stallMs: 60_000 })
  return { clock, arm, counts, real, faulty }
}
/** Lets what is ready go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a store that answers as a fault says', () => {
  it('refuses what the fault names, does the rest, and is whole again at its end', async () => {
    const readOnly = rule({ kind: 'answer', status: 403 }, { match: { method: 'put' } })
    const { faulty, real, arm, counts } = store([readOnly])
    await expect(faulty.put(OBJECT, PUT)).rejects.toMatchObject({ kind: 'forbidden', status: 403 })
    expect(real.objects.size).toBe(0)
    expect(await faulty.stat('a/b', signal)).toBeNull()
    await faulty.delete('a/b', signal)
    await faulty.probe(signal)
    expect(counts()).toMatchObject([{ id: 'it', hits: 1, asked: 1 }])
    arm([])
    await faulty.put(OBJECT, PUT)
    expect([...real.objects.keys()]).toEqual(['a/b'])
  })

  it.each([
    ['of another system', { ...OF, systemId: 'other' }],
    ['of another destination', { ...OF, destinationId: 'other' }],
    ['of which nothing is known', {}],
  ])('is left alone %s', async (_, of) => {
    const match = { systemId: 'system', destinationId: 'destination' }
    const { faulty, real } = store([rule({ kind: 'answer', status: 503 }, { match })], of)
    await faulty.put(OBJECT, PUT)
    expect(real.objects.size).toBe(1)
  })

  it('answers later where it is slow', async () => {
    const { faulty, real, clock } = store([rule({ kind: 'slow', delayMs: 5000, rateBps: 8000 })])
    const putting = faulty.put(OBJECT, PUT)
    clock.advance(4999)
    await settle()
    expect(real.objects.size).toBe(0)
    clock.advance(1)
    await settle()
    // Its 5 bytes at 1,000 bytes a second.
    clock.advance(5)
    await putting
    expect(real.objects.size).toBe(1)
  })

  it('is given up after the time of any store that says nothing, or when whoever asked gives up', async () => {
    const { faulty, clock, real } = store([rule({ kind: 'never' })])
    const asking = faulty.stat('a/b', signal)
    clock.advance(60_000)
    await expect(asking).rejects.toMatchObject({ kind: 'timeout', code: 'ETIMEDOUT' })
    const abort = new AbortController()
    const putting = faulty.put(OBJECT, { ...PUT, signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(putting).rejects.toThrow('enough')
    expect(real.objects.size).toBe(0)
  })

  it('forgets what it took, and says that it has it', async () => {
    const { faulty, real, arm } = store([rule({ kind: 'forget' }, { ends: { afterHits: 1 } })])
    expect(await faulty.put(OBJECT, PUT)).toMatchObject({ key: 'a/b', size: 5 })
    expect(real.objects.size).toBe(0)
    await faulty.put(OBJECT, PUT)
    expect(real.objects.size).toBe(1)
    arm([])
  })

  it('lists, reads and probes as the store does', async () => {
    const { faulty } = store([])
    await faulty.put(OBJECT, PUT)
    const keys: string[] = []
    for await (const { key } of faulty.list('a/', signal)) keys.push(key)
    expect(keys).toEqual(['a/b'])
    const body = await faulty.read('a/b', { start: 1, end: 3 }, signal)
    expect(Buffer.concat(await body.toArray()).toString()).toBe('yte')
  })
})

describe('an answer that no store gave', () => {
  const KINDS: readonly ArchiveKind[] = ['s3', 'gs', 'azblob', 'file']

  it.each(KINDS)('is taken for what it says: %s', (kind) => {
    expect(madeUpAnswer(kind, 403).kind).toBe('forbidden')
    expect(madeUpAnswer(kind, 503).kind).toBe('busy')
    expect(madeUpSilence(kind).kind).toBe('timeout')
  })

  it('has the words of a real one', () => {
    expect(madeUpAnswer('s3', 503)).toMatchObject({
      status: 503,
      code: 'SlowDown',
      message: 'HTTP 503: SlowDown',
    })
    expect(madeUpAnswer('gs', 403).message).toBe('HTTP 403: forbidden')
    expect(madeUpAnswer('azblob', 503).message).toBe('HTTP 503: ServerBusy')
    expect(madeUpAnswer('file', 403)).toMatchObject({ status: null, code: 'EACCES' })
  })
})
