/** Tries a destination step by step, as a recording would use it, and leaves nothing behind that it may remove. */
import type { ArchiveDestination } from '../../../contract/archive.ts'
import type { TestReport } from '../../../contract/console/destinations.ts'
import type { StoreFault, StoreFaultKind } from '../../../contract/store-fault.ts'
import type { EpochMilliseconds, Milliseconds } from '../../../contract/units.ts'
import type { ArchiveStore, StoreProbe, StoreSettings } from '../../../provider/archive/provider.ts'
import { StoreError } from '../../../provider/archive/store-error.ts'
import { addressesOf } from './addresses.ts'
import { withDeadline } from './deadline.ts'
import { reach, reachFolder } from './reach.ts'
import { markerSample, partsSample } from './samples.ts'
import type { Sample } from './samples.ts'
import { failure, faultOf, passed, Steps, warning } from './steps.ts'
import type { Finding, StepsOptions } from './steps.ts'

export interface TestOptions extends StepsOptions {
  readonly openStore: (destination: ArchiveDestination, settings: StoreSettings) => ArchiveStore
  readonly settings: StoreSettings
}

const STEP_MS: Milliseconds = 20_000
/** All steps together, and what of it is kept for removing what was stored. */
const TEST_MS: Milliseconds = 59_000
const CLEANUP_MS: Milliseconds = 10_000
/** Stores refuse requests that are further off: S3 after 15 minutes, which clocks that drift reach. */
const MOST_SKEW_MS: Milliseconds = 300_000

/** Faults of the request for the bucket that say nothing against the credentials. */
const OF_THE_BUCKET: ReadonlySet<StoreFaultKind> = new Set([
  ...([
    'no-bucket',
    'no-folder',
    'not-found',
    'forbidden',
    'full',
    'refused-request',
    'damaged',
    'local',
  ] as const),
])

/**
 * Tells and returns every step of TEST_STEPS; control has parsed already. Ends within a minute, whatever
 * the store does. Never rejects.
 */
export async function testDestination(
  destination: ArchiveDestination,
  options: TestOptions,
): Promise<TestReport> {
  const test = new DestinationTest(destination, options)
  await test.run()
  return test.report
}

class DestinationTest {
  readonly #destination: ArchiveDestination
  readonly #options: TestOptions
  readonly #steps: Steps
  readonly #begin: EpochMilliseconds
  #opened: ArchiveStore | null = null
  #probe: StoreProbe | null = null
  #probeFault: StoreFault | null = null
  /** What may be in the store. */
  readonly #stored: Sample[] = []
  /** Of these, what was not even begun. */
  readonly #refused = new Set<Sample>()

  constructor(destination: ArchiveDestination, options: TestOptions) {
    this.#destination = destination
    this.#options = options
    this.#steps = new Steps(options)
    this.#begin = options.clock.now()
  }

  get report(): TestReport {
    return this.#steps.report
  }

  async run(): Promise<void> {
    const marker = markerSample()
    this.#steps.tell('parse', passed(), 0)
    await this.#take('reach', (signal) => this.#reach(signal))
    await this.#take('credentials', (signal) => this.#credentials(signal))
    await this.#take('bucket', () => Promise.resolve(this.#bucket()))
    await this.#take('write', (signal) => this.#put(marker, signal))
    await this.#take('read-back', (signal) => this.#readBack(marker, signal))
    await this.#take('multipart', (signal) => this.#put(partsSample(this.#destination.kind), signal))
    await this.#delete()
    this.#clock()
    this.#opened?.close()
  }

  #take(name: Parameters<Steps['take']>[0], run: (signal: AbortSignal) => Promise<Finding>): Promise<void> {
    const { clock } = this.#options
    const left = this.#begin + TEST_MS - CLEANUP_MS - clock.now()
    return this.#steps.take(name, Math.max(0, Math.min(STEP_MS, left)), run)
  }

  get #store(): ArchiveStore {
    return (this.#opened ??= this.#options.openStore(this.#destination, this.#options.settings))
  }

  async #reach(signal: AbortSignal): Promise<Finding> {
    const { settings } = this.#options
    if (this.#destination.kind === 'file') return passed(await reachFolder(this.#destination.folder))
    const reached: string[] = []
    for (const address of addressesOf(this.#destination, settings)) reached.push(await reach(address, signal))
    return passed(reached.join(', '))
  }

  async #credentials(signal: AbortSignal): Promise<Finding> {
    try {
      this.#probe = await this.#store.probe(signal)
    } catch (error) {
      const isOfBucket = error instanceof StoreError && OF_THE_BUCKET.has(error.kind)
      if (!isOfBucket && !(this.#destination.kind === 'file' && this.#opened)) throw error
      this.#probeFault = faultOf(error)
    }
    return passed()
  }

  #bucket(): Finding {
    const fault = this.#probeFault
    if (fault?.kind === 'forbidden') return warning(fault)
    // Such as of an end point that names the bucket already: what is asked for there is an object.
    if (fault?.kind === 'not-found') return failure({ ...fault, kind: 'no-bucket' })
    if (fault) return failure(fault)
    if (this.#probe?.mayList === false) {
      return warning(new StoreError('forbidden', 'The credentials do not allow to list objects').fault)
    }
    return passed()
  }

  async #put(sample: Sample, signal: AbortSignal): Promise<Finding> {
    this.#stored.push(sample)
    try {
      await this.#store.put(sample, {
        signal,
        resume: null,
        onState: (state) => (sample.state = state),
        onSent: () => undefined,
      })
    } catch (error) {
      if (isForbidden(error) && sample.state === null) this.#refused.add(sample)
      throw error
    }
    sample.state = null
    return passed(sample.key)
  }

  async #readBack(marker: Sample, signal: AbortSignal): Promise<Finding> {
    const { key, body } = marker
    try {
      const sent = await body.read(0, body.size)
      const got = await collect(
        await this.#store.read(key, { start: 0, end: body.size - 1 }, signal),
        body.size,
      )
      if (got.equals(sent)) return passed()
      return failure(new StoreError('damaged', 'Other bytes came back than were stored').fault)
    } catch (error) {
      if (isForbidden(error)) return warning(error.fault)
      throw error
    }
  }

  /** Also what a failed test has stored is removed. */
  async #delete(): Promise<void> {
    const { clock } = this.#options
    const begin = clock.now()
    const left = this.#begin + TEST_MS - begin
    const removals = this.#stored.map(async (sample) => {
      const removed = withDeadline(clock, Math.min(STEP_MS, left), (signal) => this.#remove(sample, signal))
      return removed.then(
        () => null,
        (error: unknown) => {
          const isNone = isForbidden(error) && this.#refused.has(sample)
          return isNone ? null : { key: sample.key, fault: faultOf(error) }
        },
      )
    })
    const leftBehind = (await Promise.all(removals)).filter((removal) => removal !== null)
    const note = leftBehind.map(({ key }) => key).join(', ')
    const worst = leftBehind.find(({ fault }) => fault.kind !== 'forbidden') ?? leftBehind[0]
    const durationMs = Math.max(0, clock.now() - begin)
    if (this.#steps.failed) {
      this.#steps.tell('delete', { outcome: 'skipped', fault: null, note }, durationMs)
    } else if (!worst) this.#steps.tell('delete', passed(), durationMs)
    else {
      const say = worst.fault.kind === 'forbidden' ? warning : failure
      this.#steps.tell('delete', say(worst.fault, note), durationMs)
    }
  }

  async #remove({ key, state }: Sample, signal: AbortSignal): Promise<void> {
    if (state) await this.#store.abort(key, state, signal)
    await this.#store.delete(key, signal)
  }

  /** Failed where the store has refused something for the clock, a warning where it has not yet. */
  #clock(): void {
    const skewMs = this.#probe?.clockSkewMs ?? null
    const note = skewMs === null ? '' : `${(skewMs / 1000).toFixed(1)} s`
    const refusal = this.#steps.faults.find(({ kind }) => kind === 'clock-skew')
    if (refusal) this.#steps.tell('clock', failure(refusal, note), 0)
    else if (this.#steps.failed) this.#steps.tell('clock', { outcome: 'skipped', fault: null, note }, 0)
    else if (skewMs !== null && Math.abs(skewMs) > MOST_SKEW_MS) {
      const words = `The store's clock is ${Math.abs(Math.round(skewMs / 1000))} seconds ${skewMs > 0 ? 'ahead' : 'behind'}`
      this.#steps.tell('clock', warning(new StoreError('clock-skew', words).fault, note), 0)
    } else this.#steps.tell('clock', passed(note), 0)
  }
}

const isForbidden = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.kind === 'forbidden'

/** At most a little more than `most` bytes. */
async function collect(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    pieces.push(piece)
    bytes += piece.byteLength
    if (bytes > most) break
  }
  return Buffer.concat(pieces)
}
